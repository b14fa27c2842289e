import { afterEach, beforeEach, expect, test } from 'vitest';
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

test('Programs with absolute paths do what they do', async () => {
  expect(await run(['/bin/true'], {}, 'true')).toMatchObject({ phase: 'Succeeded', exitCode: 0 });
  expect(await run(['/bin/false'], {}, 'false')).toMatchObject({ phase: 'Failed', exitCode: 1 });
  expect(await run(['/bin/sleep', '600'], {}, 'sleep')).toMatchObject({ phase: 'Running' });
});

test('A shell writes to the log what it writes to the client of exec', async () => {
  const env = [
    { name: 'COLOR', value: 'red' },
    { name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
  ];
  const { log, phase } = await run(['sh', '-c', 'echo $COLOR > /tmp/file; cat /tmp/file; echo "pod $POD"; env'], {
    env,
  });
  expect(phase).toBe('Succeeded');
  expect(log).toMatch(/^red\npod pod\nPATH=/);
  expect(log).toContain('\nCOLOR=red\nPOD=pod\n');
});

test('The variables of a command and its arguments are replaced', async () => {
  const env = [{ name: 'COLOR', value: 'red' }];
  expect((await run(['sh', '-c', 'COLOR=blue echo "$(COLOR)"'], { env })).log).toBe('red\n');
  expect((await run(['sh', '-c', 'COLOR=blue env; echo $COLOR'], { env }, 'second')).log).toMatch(/COLOR=blue\nred\n$/);
});

test('A script that the shell here does not understand runs as the stages say', async () => {
  const { phase, log } = await run(['sh', '-c', 'for i in 1 2; do serve $i; done | tee']);
  expect(phase).toBe('Succeeded');
  expect(log).toMatch(/^starting busybox\n/);
});

test('A container ends with the message that it has written', async () => {
  const file = await run(['sh', '-c', '/bin/echo -n DONE > /dev/termination-log']);
  expect(file).toMatchObject({ phase: 'Succeeded', message: 'DONE', log: '' });
  const own = { terminationMessagePath: '/tmp/end' };
  expect(await run(['sh', '-c', 'echo -n OWN > /tmp/end'], own, 'own')).toMatchObject({ message: 'OWN' });
});

test('A container that fails ends with the end of its log, if its policy says so', async () => {
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
  await pods.clock.advance(16_000);
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
