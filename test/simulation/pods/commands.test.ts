import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Container } from '../../../src/api/kinds/core-v1.generated.ts';
import { app, openSteeredPods, type SteeredPods } from './steered-pods.ts';

let pods: SteeredPods;
beforeEach(async () => {
  pods = await openSteeredPods();
});
afterEach(() => pods.close());

/** Runs a container of busybox once. */
async function run(command: readonly string[], fields: Partial<Container> = {}, name = 'pod') {
  const container = app({ image: 'busybox', command: [...command], ...fields });
  await pods.create({ restartPolicy: 'Never', containers: [container] }, name);
  await pods.clock.advance(8000);
  const { phase } = await pods.status(name);
  const terminated = (await pods.app(name))?.state?.terminated;
  return { phase, exitCode: terminated?.exitCode, message: terminated?.message, log: await logOf(name) };
}

const logOf = async (name: string): Promise<string> =>
  (await pods.cluster.request(`/api/v1/namespaces/default/pods/${name}/log`)).text();

test('Programs run by their absolute paths', async () => {
  expect(await run(['/bin/true'], {}, 'true')).toMatchObject({ phase: 'Succeeded', exitCode: 0 });
  expect(await run(['/bin/false'], {}, 'false')).toMatchObject({ phase: 'Failed', exitCode: 1 });
  expect(await run(['/bin/sleep', '600'], {}, 'sleep')).toMatchObject({ phase: 'Running' });
});

test('The output of a shell goes to the log', async () => {
  const env = [
    { name: 'COLOR', value: 'red' },
    { name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
  ];
  const { log, phase } = await run(
    ['sh', '-c', 'echo $COLOR > /tmp/file; echo first; cat /tmp/file; echo "pod $POD"; env'],
    {
      env,
    },
  );
  expect(phase).toBe('Succeeded');
  expect(log).toMatch(/^first\nred\npod pod\nPATH=/);
  expect(log).toContain('\nCOLOR=red\nPOD=pod\n');
});

test('Variables in a command and its arguments are expanded', async () => {
  const env = [{ name: 'COLOR', value: 'red' }];
  expect((await run(['sh', '-c', 'COLOR=blue echo "$(COLOR)"'], { env })).log).toBe('red\n');
  expect((await run(['sh', '-c', 'COLOR=blue env; echo $COLOR'], { env }, 'second')).log).toMatch(/COLOR=blue\nred\n$/);
});

test('A container whose script the simulated shell does not support follows the stages', async () => {
  const { phase, log } = await run(['sh', '-c', 'for i in 1 2; do serve $i; done | more']);
  expect(phase).toBe('Succeeded');
  expect(log).toMatch(/^starting busybox\n/);
});

test('A container has the termination message that it has written', async () => {
  const file = await run(['sh', '-c', '/bin/echo -n DONE > /dev/termination-log']);
  expect(file).toMatchObject({ phase: 'Succeeded', message: 'DONE', log: '' });
  const own = { terminationMessagePath: '/tmp/end' };
  expect(await run(['sh', '-c', 'echo -n OWN > /tmp/end'], own, 'own')).toMatchObject({ message: 'OWN' });
});

test('A failed container has the end of its log as termination message if its policy says so', async () => {
  const policy = { terminationMessagePolicy: 'FallbackToLogsOnError' };
  expect(await run(['sh', '-c', '/bin/echo -n DONE; /bin/false'], policy)).toMatchObject({
    message: 'DONE',
    log: 'DONE',
  });
  const good = await run(['sh', '-c', 'echo -n DONE; true'], policy, 'good');
  expect(good).toMatchObject({ phase: 'Succeeded', message: undefined });
});

test('A liveness probe restarts a container once its command fails', async () => {
  const livenessProbe = {
    exec: { command: ['cat', '/tmp/health'] },
    initialDelaySeconds: 5,
    failureThreshold: 1,
    periodSeconds: 5,
  };
  const script = 'echo ok >/tmp/health; sleep 12; rm -rf /tmp/health; sleep 600';
  await pods.create({ containers: [app({ command: ['/bin/sh', '-c', script], livenessProbe })] });
  const healthy = 'echo ok >/tmp/health; sleep 600';
  await pods.create({ containers: [app({ command: ['/bin/sh', '-c', healthy], livenessProbe })] }, 'healthy');
  await pods.clock.advance(13_000);
  expect((await pods.app())?.restartCount).toBe(0);
  await pods.clock.advance(10_000);
  expect((await pods.app())?.restartCount).toBe(1);
  expect(await pods.events()).toContain('Killing: Container app failed liveness probe, will be restarted');
  await pods.clock.advance(60_000);
  expect((await pods.app('healthy'))?.restartCount).toBe(0);
});

test('A readiness probe whose command fails keeps a container from becoming ready', async () => {
  const readinessProbe = { exec: { command: ['/bin/false'] }, initialDelaySeconds: 1 };
  await pods.create({ containers: [app({ command: ['sleep', '600'], readinessProbe })] });
  await pods.clock.advance(60_000);
  expect(await pods.app()).toMatchObject({ ready: false, restartCount: 0, state: { running: {} } });
});

test('A shell with a read-only root says which file it cannot create', async () => {
  const securityContext = { readOnlyRootFilesystem: true };
  const script = 'echo a > /file; touch file; mkdir /new; echo b > /dev/shm; cat /dev/shm';
  const { log } = await run(['/bin/sh', '-c', script], { securityContext });
  expect(log).toBe(
    "/bin/sh: can't create /file: Read-only file system\ntouch: file: Read-only file system\nmkdir: can't create directory '/new': Read-only file system\nb\n",
  );
});

test('A restarted container finds the files that it has written into a volume', async () => {
  const script =
    'echo run >> /data/runs; n=$(wc -l /data/runs | awk {\'print $1\'}); echo "run $n"; [ $n -gt 1 ] || exit 3; while true; do sleep 1; done';
  const volumeMounts = [{ name: 'data', mountPath: '/data' }];
  await pods.create({
    volumes: [{ name: 'data', emptyDir: {} }],
    containers: [app({ image: 'busybox', command: ['sh', '-c', script], volumeMounts })],
  });
  await pods.clock.advance(60_000);
  expect(await pods.app()).toMatchObject({
    restartCount: 1,
    ready: true,
    lastState: { terminated: { exitCode: 3 } },
  });
  expect(await logOf('pod')).toBe('run 2\n');
  expect(await (await pods.cluster.request('/api/v1/namespaces/default/pods/pod/log?previous=true')).text()).toBe(
    'run 1\n',
  );
});

test('A setuid program of root runs as root only with privilege escalation', async () => {
  const image = 'registry.example/nonewprivs:1.3';
  const runAs = (name: string, allowPrivilegeEscalation: boolean) =>
    run([], { image, securityContext: { runAsUser: 1000, allowPrivilegeEscalation } }, name);
  expect((await runAs('allowed', true)).log).toBe('Effective uid: 0\n');
  expect((await runAs('denied', false)).log).toBe('Effective uid: 1000\n');
});

test('The environment has the services that existed when the pod started', async () => {
  const services = { group: '', version: 'v1', resource: 'services', namespace: 'default' };
  const create = (name: string, spec: object) => pods.cluster.client.create(services, { metadata: { name }, spec });
  const ports = [{ name: 'http-web', port: 8765, targetPort: 8080 }];
  await create('foo-service', { selector: { app: 'foo' }, ports });
  await create('headless', { selector: { app: 'foo' }, ports, clusterIP: 'None' });
  const { log } = await run(['sh', '-c', 'env']);
  const address = /^FOO_SERVICE_SERVICE_HOST=(.+)$/m.exec(log)?.[1];
  for (const variable of [
    'FOO_SERVICE_SERVICE_PORT=8765',
    'FOO_SERVICE_SERVICE_PORT_HTTP_WEB=8765',
    `FOO_SERVICE_PORT=tcp://${address}:8765`,
    `FOO_SERVICE_PORT_8765_TCP=tcp://${address}:8765`,
    'FOO_SERVICE_PORT_8765_TCP_PROTO=tcp',
    'FOO_SERVICE_PORT_8765_TCP_PORT=8765',
    `FOO_SERVICE_PORT_8765_TCP_ADDR=${address}`,
    'KUBERNETES_SERVICE_PORT=443',
  ])
    expect(log.split('\n')).toContain(variable);
  expect(log).not.toContain('HEADLESS');
  await create('late', { selector: { app: 'foo' }, ports });
  expect(await logOf('pod')).not.toContain('LATE_');
  await pods.create(
    { restartPolicy: 'Never', enableServiceLinks: false, containers: [app({ image: 'busybox', command: ['env'] })] },
    'unlinked',
  );
  await pods.clock.advance(8000);
  expect(await logOf('unlinked')).toMatch(/^KUBERNETES_SERVICE_HOST=/m);
  expect(await logOf('unlinked')).not.toContain('FOO_SERVICE');
});

test('A pod has the resolver and host names of its specification', async () => {
  const cat = (file: string) => [app({ image: 'busybox', command: ['cat', file], volumeMounts: [] })];
  const dnsConfig = { nameservers: ['1.1.1.1'], searches: ['own.local'], options: [{ name: 'ndots', value: '2' }] };
  await pods.create(
    { restartPolicy: 'Never', dnsPolicy: 'None', dnsConfig, containers: cat('/etc/resolv.conf') },
    'dns',
  );
  await pods.create({ restartPolicy: 'Never', hostNetwork: true, containers: cat('/etc/hosts') }, 'host');
  const volumes = [{ name: 'hosts', hostPath: { path: '/etc/hosts', type: 'File' } }];
  const [container] = cat('/etc/hosts');
  const mounted = { ...app(), ...container, volumeMounts: [{ name: 'hosts', mountPath: '/etc/hosts' }] };
  await pods.create({ restartPolicy: 'Never', volumes, containers: [mounted] }, 'mounted');
  await pods.clock.advance(8000);
  expect(await logOf('dns')).toBe('search own.local\nnameserver 1.1.1.1\noptions ndots:2\n');
  expect(await logOf('host')).toMatch(/^# Kubernetes-managed hosts file \(host network\)\./);
  expect(await logOf('mounted')).toBe('127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost ip6-loopback\n');
});

test('A process has the user and the groups of its security context, and reads the kernel parameters of its pod', async () => {
  const securityContext = { runAsUser: 1001, runAsGroup: 2002 };
  expect((await run(['id'], { securityContext }, 'id')).log).toBe('uid=1001 gid=2002 groups=2002\n');
  await pods.create(
    {
      restartPolicy: 'Never',
      securityContext: {
        supplementalGroups: [1234],
        sysctls: [{ name: 'kernel.shm_rmid_forced', value: '1' }],
      },
      containers: [
        app({
          image: 'busybox',
          command: ['sh', '-c', 'id -g; id -G; /bin/sysctl kernel.shm_rmid_forced; sysctl a.b'],
        }),
      ],
    },
    'groups',
  );
  await pods.clock.advance(8000);
  expect(await logOf('groups')).toBe("0\n0 1234\nkernel.shm_rmid_forced = 1\nsysctl: error: 'a.b' is an unknown key\n");
});

test('The command of a container reads the token that its pod mounts', async () => {
  await pods.create({
    restartPolicy: 'Never',
    volumes: [
      { name: 'own', projected: { sources: [{ serviceAccountToken: { path: 'token', expirationSeconds: 7200 } }] } },
    ],
    containers: [
      app({ image: 'busybox', command: ['cat', '/own/token'], volumeMounts: [{ name: 'own', mountPath: '/own' }] }),
    ],
  });
  // Signing the token takes real time.
  await vi.waitFor(async () => {
    await pods.clock.advance(1000);
    expect((await pods.status()).phase).toBe('Succeeded');
  }, 20_000);
  expect(await logOf('pod')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
});

test('A container with runAsNonRoot is not created with the user root', async () => {
  await pods.create({ containers: [app({ securityContext: { runAsNonRoot: true, runAsUser: 0 } })] });
  await pods.clock.advance(8000);
  const { metadata } = await pods.pod();
  expect((await pods.app())?.state?.waiting).toEqual({
    reason: 'CreateContainerConfigError',
    message: `container's runAsUser breaks non-root policy (pod: "pod_default(${metadata.uid})", container: app)`,
  });
});

test('A container with runAsNonRoot is not created from an official image that runs as root', async () => {
  const securityContext = { runAsNonRoot: true };
  for (const [image, isRoot] of [
    ['nginx:1.25', true],
    ['docker.io/redis', true],
    ['bitnami/nginx', false],
    ['registry.example/nginx', false],
  ] as const) {
    const name = image.replaceAll(/\W/g, '-');
    await pods.create({ securityContext, containers: [app({ image })] }, name);
    await pods.create(
      { containers: [app({ image, securityContext: { ...securityContext, runAsUser: 1000 } })] },
      `${name}-user`,
    );
    await pods.clock.advance(8000);
    const { metadata } = await pods.pod(name);
    const message = `container has runAsNonRoot and image will run as root (pod: "${name}_default(${metadata.uid})", container: app)`;
    const waiting = isRoot ? { reason: 'CreateContainerConfigError', message } : undefined;
    expect((await pods.app(name))?.state?.waiting, image).toEqual(waiting);
    expect((await pods.app(`${name}-user`))?.state?.running, image).toBeDefined();
  }
});

test('A container that polls a server in a loop keeps running', async () => {
  const command = ['sh', '-c', 'while true; do curl http://web/; sleep 5; done'];
  await pods.create({ containers: [app({ image: 'busybox', command })] }, 'polling');
  await pods.clock.advance(60_000);
  expect(await pods.app('polling')).toMatchObject({ ready: true, restartCount: 0 });
});

test('A container that follows a file runs until it is stopped', async () => {
  expect(await run(['sh', '-c', 'tail -f /dev/null'], {}, 'idle')).toMatchObject({ phase: 'Running', log: '' });
  const script = 'echo started > /tmp/log; tail -f /tmp/log';
  expect(await run(['sh', '-c', script], {}, 'follower')).toMatchObject({ phase: 'Running', log: 'started\n' });
});
