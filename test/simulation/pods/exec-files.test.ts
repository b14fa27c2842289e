import { afterEach, beforeEach, expect, test } from 'vitest';
import { app, openSteeredPods, type SteeredPods } from './steered-pods.ts';

let pods: SteeredPods;
beforeEach(async () => {
  pods = await openSteeredPods();
});
afterEach(() => pods.close());

/** Runs a script in the container `app`, as `kubectl exec` does. Returns its output. */
async function exec(script: string): Promise<string> {
  const command = ['sh', '-c', script].map((word) => `command=${encodeURIComponent(word)}`).join('&');
  const url = `https://simulated-node-0:10250/exec/default/pod/app?output=1&error=1&${command}`;
  const target = pods.cluster.kubelets.upgrade(new Request(url));
  if (!target || target instanceof Response || target.kind !== 'process') throw new Error('there is no process');
  let output = '';
  const write = async (data: string | Uint8Array): Promise<void> => {
    output += typeof data === 'string' ? data : new TextDecoder().decode(data);
  };
  await target.run({ stdin: undefined, stdout: write, stderr: write, signal: new AbortController().signal });
  await pods.clock.advance(1000);
  return output;
}

const isReady = async () => [(await pods.app())?.ready, (await pods.condition('Ready'))?.status];

test('A pod is not ready while the page of its readiness probe is missing', async () => {
  const readinessProbe = { httpGet: { path: '/index.html', port: 80 }, periodSeconds: 1, failureThreshold: 1 };
  await pods.create({ containers: [app({ image: 'httpd:2.4.38-alpine', readinessProbe })] });
  await pods.clock.advance(20_000);
  expect(await isReady()).toEqual([true, 'True']);
  const page = '/usr/local/apache2/htdocs/index.html';
  expect(await exec(`mv -v ${page} /tmp/ || true`)).toBe(`'${page}' -> '/tmp/index.html'\n`);
  expect(await isReady()).toEqual([false, 'False']);
  await pods.clock.advance(60_000);
  expect(await isReady()).toEqual([false, 'False']);
  expect(await pods.events()).toContain('Unhealthy: Readiness probe failed: HTTP probe failed with statuscode: 503');
  expect(await exec(`mv -v ${page} /tmp/ || true`)).toContain('No such file or directory');
  await exec('mv -v /tmp/index.html /usr/local/apache2/htdocs/ || true');
  expect(await isReady()).toEqual([true, 'True']);
});

test('A pod becomes ready when a client creates the file of its readiness probe', async () => {
  const readinessProbe = { exec: { command: ['test', '-f', '/tmp/continue'] }, periodSeconds: 1 };
  await pods.create({ containers: [app({ image: 'busybox', command: ['sleep', '3600'], readinessProbe })] });
  await pods.clock.advance(20_000);
  expect(await isReady()).toEqual([false, 'False']);
  await exec('dd if=/dev/zero of=/tmp/continue bs=1 count=1');
  expect(await isReady()).toEqual([true, 'True']);
  await exec('rm /tmp/continue');
  expect(await isReady()).toEqual([false, 'False']);
});

test('A process sees the files that containers of its pod have written into a shared volume', async () => {
  const volumeMounts = (mountPath: string) => [{ name: 'shared', mountPath }];
  const script = 'echo hello > /out/greeting; echo own > /tmp/own; sleep 3600';
  await pods.create({
    containers: [
      app({
        image: 'busybox',
        command: ['sh', '-c', 'echo mine > /tmp/mine; sleep 3600'],
        volumeMounts: volumeMounts('/in'),
      }),
      app({ name: 'writer', image: 'busybox', command: ['sh', '-c', script], volumeMounts: volumeMounts('/out') }),
    ],
    volumes: [{ name: 'shared', emptyDir: {} }],
  });
  await pods.clock.advance(20_000);
  expect(await exec('cat /in/greeting /tmp/mine; ls /tmp')).toBe('hello\nmine\nmine\n');
});

test('A process reads the token of its service account, its namespace and the hosts of its pod', async () => {
  await pods.create({ hostAliases: [{ ip: '10.9.8.7', hostnames: ['foo', 'bar'] }] });
  await pods.clock.advance(20_000);
  const folder = '/var/run/secrets/kubernetes.io/serviceaccount';
  expect(await exec(`cat ${folder}/namespace`)).toBe('default');
  const token = await exec(`cat ${folder}/token`);
  expect(token.split('.')).toHaveLength(3);
  expect(await exec(`cat ${folder}/token`)).toBe(token);
  expect(await exec('cat /etc/hosts')).toContain('\n10.9.8.7\tfoo\tbar\n');
});
