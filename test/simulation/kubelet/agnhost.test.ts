import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { app, openSteeredPods, type SteeredPods } from '../pods/steered-pods.ts';

const IMAGE = 'registry.k8s.io/e2e-test-images/agnhost:2.45';

let pods: SteeredPods;
beforeAll(async () => {
  pods = await openSteeredPods();
});
afterAll(() => pods.close());

const start = async (name: string, args: readonly string[], fields: object = {}) => {
  await pods.create({ restartPolicy: 'Never', containers: [app({ image: IMAGE, args: [...args], ...fields })] }, name);
  await pods.clock.advance(8000);
};
const textOf = async (path: string) => (await pods.cluster.request(`/api/v1/namespaces/default/pods/${path}`)).text();

test('serve-hostname and netexec answer with the name of their pod while it runs', async () => {
  await start('names', ['serve-hostname']);
  await start('net', ['netexec', '--http-port=8083']);
  await pods.clock.advance(60_000);
  expect((await pods.status('names')).phase).toBe('Running');
  expect(await textOf('names:9376/proxy/')).toBe('names');
  expect(await textOf('net:8083/proxy/hostName')).toBe('net');
});

test('A server of Kubernetes’ test image runs when its command names the program', async () => {
  await pods.create({ containers: [app({ image: IMAGE, command: ['/agnhost', 'serve-hostname'] })] }, 'named');
  await pods.clock.advance(60_000);
  expect(await pods.app('named')).toMatchObject({ ready: true, restartCount: 0 });
  expect(await textOf('named:9376/proxy/')).toBe('named');
});

test('entrypoint-tester prints its command line', async () => {
  await start('tester', ['entrypoint-tester', 'override', 'arguments']);
  expect((await pods.status('tester')).phase).toBe('Succeeded');
  expect(await textOf('tester/log')).toBe('[/agnhost entrypoint-tester override arguments]\n');
  await start('other', ['entrypoint-tester'], { command: ['/agnhost-2'] });
  expect(await textOf('other/log')).toBe('[/agnhost-2 entrypoint-tester]\n');
});

test('Kubernetes’ test image pauses by default, and says so', async () => {
  await pods.create({ restartPolicy: 'Never', containers: [app({ image: IMAGE })] }, 'default');
  await pods.clock.advance(60_000);
  expect((await pods.status('default')).phase).toBe('Running');
  expect(await textOf('default/log')).toBe('Paused\n');
});

test('A pause container never ends', async () => {
  await start('pause', [], { image: 'registry.k8s.io/pause:3.9' });
  await pods.clock.advance(60_000);
  expect((await pods.status('pause')).phase).toBe('Running');
});

test('The liveness server fails after ten seconds', async () => {
  const livenessProbe = { httpGet: { path: '/healthz', port: 8080 }, initialDelaySeconds: 15, failureThreshold: 1 };
  await pods.create({ containers: [app({ image: IMAGE, args: ['liveness'], livenessProbe })] }, 'liveness');
  await pods.clock.advance(40_000);
  expect((await pods.app('liveness'))?.restartCount).toBe(1);
});

test('The port server answers with the variable of each port', async () => {
  const env = [
    { name: 'SERVE_PORT_160', value: 'plain' },
    { name: 'SERVE_TLS_PORT_443', value: '<a href="/next">link</a>' },
  ];
  await start('porter', ['porter'], { env });
  expect(await textOf('porter:160/proxy/any/path')).toBe('plain');
  expect(await textOf('https:porter:443/proxy/')).toBe(
    '<a href="/api/v1/namespaces/default/pods/https:porter:443/proxy/next">link</a>',
  );
  await start('json', ['porter', '--json-response'], { env });
  expect(JSON.parse(await textOf('json:160/proxy/'))).toEqual({ Method: 'GET', Body: 'plain' });
});

test('netexec echoes a message and logs it', async () => {
  await start('echo', ['netexec']);
  expect(await textOf('echo:8080/proxy/echo?msg=hello')).toBe('hello');
  expect(await textOf('echo/log')).toMatch(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d GET \/echo\?msg=hello&code=$/m);
});

test('Container hooks send requests to other pods after the start and before the stop', async () => {
  await start('target', ['netexec']);
  const { podIP } = await pods.status('target');
  const hook = (name: string, isExec: boolean) =>
    isExec
      ? { exec: { command: ['sh', '-c', `curl http://${podIP}:8080/echo?msg=${name}`] } }
      : { httpGet: { host: podIP ?? '', port: 8080, path: `/echo?msg=${name}` } };
  const lifecycle = (name: string, isExec: boolean) => ({
    lifecycle: { postStart: hook(`${name}-start`, isExec), preStop: hook(`${name}-stop`, isExec) },
  });
  const messages = async () => (await textOf('target/log')).match(/(?<=msg=)[\w-]+/g) ?? [];
  await start('exec', ['pause'], lifecycle('exec', true));
  await start('http', ['pause'], lifecycle('http', false));
  expect(await messages()).toEqual(['exec-start', 'http-start']);
  await pods.delete('exec');
  await pods.clock.advance(5000);
  await pods.delete('http');
  await pods.clock.advance(5000);
  expect(await messages()).toEqual(['exec-start', 'http-start', 'exec-stop', 'http-stop']);
});

test('logs-generator writes lines over its duration', async () => {
  const args = ['logs-generator', '--log-lines-total', '10', '--run-duration=5s'];
  await pods.create({ restartPolicy: 'Never', containers: [app({ image: IMAGE, args })] }, 'logs');
  await pods.clock.advance(4000);
  expect((await pods.status('logs')).phase).toBe('Running');
  const early = (await textOf('logs/log')).trimEnd().split('\n').length;
  await pods.clock.advance(6000);
  expect((await pods.status('logs')).phase).toBe('Succeeded');
  const lines = (await textOf('logs/log')).trimEnd().split('\n');
  expect(lines).toHaveLength(10);
  expect(early).toBeLessThan(10);
  expect(lines[0]).toMatch(
    /^I\d{4} [\d:.]+ +1 logs_generator\.go:76\] 0 GET \/api\/v1\/namespaces\/kube-system\/pods\/\w+ \d{3}$/,
  );
});

test('logs-generator fails without a duration', async () => {
  await start('no-logs', ['logs-generator', '--log-lines-total=5']);
  expect((await pods.status('no-logs')).phase).toBe('Failed');
});

test('The test of the token issuer ends after it has read the token', async () => {
  const token = { path: 'token', audience: 'oidc-discovery-test', expirationSeconds: 7200 };
  await pods.create(
    {
      restartPolicy: 'Never',
      volumes: [{ name: 'own', projected: { sources: [{ serviceAccountToken: token }] } }],
      containers: [
        app({
          image: IMAGE,
          args: ['test-service-account-issuer-discovery', '--token-path=/own/token', '--audience=oidc-discovery-test'],
          volumeMounts: [{ name: 'own', mountPath: '/own' }],
        }),
      ],
    },
    'issuer',
  );
  await start('tokenless', ['test-service-account-issuer-discovery', '--token-path=/own/token']);
  // Signing the token takes real time.
  await vi.waitFor(async () => {
    await pods.clock.advance(1000);
    expect((await pods.status('issuer')).phase).toBe('Succeeded');
  }, 20_000);
  expect(await textOf('issuer/log')).toContain('OK: Got valid claims from token!\n');
  expect((await pods.status('tokenless')).phase).toBe('Failed');
});

test.each(['webserver:404', 'foo:non-existent', 'gb-redisslave:nonexistent', 'invalid.registry.k8s.io/alpine:3.1'])(
  'The image %s cannot be pulled',
  async (image) => {
    const name = image.replaceAll(/[^a-z]/g, '');
    await start(name, [], { image });
    expect((await pods.app(name))?.state?.waiting?.reason).toMatch(/^(ErrImagePull|ImagePullBackOff)$/);
  },
);

test('The guest book servers store the entries of a front end', async () => {
  await start('frontend', ['guestbook', '--backend-port', '6379']);
  await start('replica', ['guestbook', '--replicaof', 'primary', '--http-port', '6379']);
  const command = (query: string) => textOf(`frontend/proxy/guestbook?${query}`);
  expect(await command('cmd=get&key=messages')).toBe('{"data":""}');
  expect(await command('cmd=set&key=messages&value=TestEntry')).toBe('{"message":"Updated"}');
  expect(await command('cmd=get&key=messages')).toBe('{"data":"TestEntry"}');
  expect(await textOf('replica:6379/proxy/get?key=messages')).toBe('{"data":"TestEntry"}');
  expect(await textOf('replica:6379/proxy/other')).toBe('404 page not found\n');
});

test('The network test server counts what the hooks of other pods write to it', async () => {
  await start('counter', ['nettest']);
  const { podIP } = await pods.status('counter');
  const url = `http://${podIP}:8080/write`;
  const writing = (...command: string[]) => ({ lifecycle: { postStart: { exec: { command } } } });
  await start('wget', ['pause'], writing('wget', '-O-', '--post-data={"Source": "wget"}', url));
  await start('curl', ['pause'], writing('curl', '-d', '{"Source": "curl"}', url));
  await start('invalid', ['pause'], writing('wget', '-O-', '--post-data', 'text', url));
  expect(JSON.parse(await textOf('counter:8080/proxy/read'))).toEqual({
    Hostname: 'counter',
    Received: { wget: 1, curl: 1 },
  });
  expect(await textOf('counter:8080/proxy/other')).toBe('404 page not found\n');
});

test('The images of the update demo serve the name of their picture', async () => {
  const demo = { image: 'registry.k8s.io/e2e-test-images/nautilus:1.0', ports: [{ containerPort: 80 }] };
  await pods.create({ containers: [app(demo)] }, 'demo');
  await pods.clock.advance(8000);
  expect(await textOf('demo/proxy/data.json')).toBe('{"image":"nautilus.jpg"}');
});

test('The file server serves what other containers have looked up and written to a shared volume', async () => {
  const namespaced = { group: '', version: 'v1', namespace: 'default', resource: 'services' };
  await pods.cluster.client.create(namespaced, {
    metadata: { name: 'external' },
    spec: { type: 'ExternalName', externalName: 'foo.example.com' },
  });
  const mount = { volumeMounts: [{ name: 'results', mountPath: '/results' }] };
  const script = [
    'for i in `seq 1 30`; do dig +short external.default.svc.cluster.local CNAME > /results/cname;',
    'test -n "$(getent hosts first.group.default.svc.cluster.local)" && echo OK > /results/hosts;',
    `record=$(hostname -i | awk -F. '{print $1"-"$2"-"$3"-"$4".default.pod.cluster.local"}');`,
    'check="$(dig +noall +answer $record A)" && test -n "$check" && hostname -f > /results/record; sleep 1; done',
  ];
  await pods.create(
    {
      ...{ hostname: 'first', subdomain: 'group', volumes: [{ name: 'results', emptyDir: {} }] },
      containers: [
        app({ image: IMAGE, args: ['test-webserver'], ...mount }),
        { name: 'querier', image: IMAGE, command: ['sh', '-c', script.join(' ')], ...mount },
      ],
    },
    'results',
  );
  await pods.clock.advance(10_000);
  expect(await textOf('results/proxy/results/cname')).toBe('foo.example.com.\n');
  expect(await textOf('results/proxy/results/hosts')).toBe('OK\n');
  expect(await textOf('results/proxy/results/record')).toBe('first.group.default.svc.cluster.local\n');
  expect(await textOf('results/proxy/results/')).toContain('>cname</a>\n');
  expect(await textOf('results/proxy/results/other')).toBe('404 page not found\n');
  expect(await textOf('results/proxy/results/%25zz')).toBe('404 page not found\n');
});
