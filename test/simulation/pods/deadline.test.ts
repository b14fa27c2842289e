import { afterEach, beforeEach, expect, test } from 'vitest';
import { ClusterClock } from '../../../src/api/cluster-clock.ts';
import type { Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import { ManualClock } from '../../helpers/manual-clock.ts';
import { seededRandom } from '../../scheduler/fake-cluster.ts';
import { openSimulatedCluster } from '../simulated-cluster.ts';
import { app, openSteeredPods, type SteeredPods } from './steered-pods.ts';

const EXCEEDED = 'DeadlineExceeded: Pod was active on the node longer than the specified deadline';

let pods: SteeredPods;
beforeEach(async () => {
  pods = await openSteeredPods();
});
afterEach(() => pods.close());

test('A pod that is active for longer than its deadline fails, and its containers are stopped', async () => {
  await pods.create({ activeDeadlineSeconds: 30 });
  await pods.clock.advance(28_000);
  expect((await pods.status()).phase).toBe('Running');
  await pods.clock.advance(4000);
  const { phase, reason, message, conditions, containerStatuses } = await pods.status();
  expect(`${phase}, ${reason}: ${message}`).toBe(`Failed, ${EXCEEDED}`);
  expect(containerStatuses?.[0]).toMatchObject({
    ready: false,
    started: false,
    state: { terminated: { exitCode: 143, reason: 'Error', containerID: expect.stringMatching(/^containerd:/) } },
  });
  expect(conditions?.map(({ type, status, reason }) => [type, status, reason].filter(Boolean).join())).toEqual([
    'Initialized,True',
    'Ready,False,PodFailed',
    'ContainersReady,False,PodFailed',
    'PodScheduled,True',
  ]);
  expect((await pods.events()).slice(-2)).toEqual([EXCEEDED, 'Killing: Stopping container app']);
  await pods.clock.advance(600_000);
  expect((await pods.app())?.restartCount).toBe(0);
});

test('A waiting container ends as ContainerStatusUnknown, and a crashing one is not restarted', async () => {
  await pods.create({ activeDeadlineSeconds: 15, containers: [app({ image: 'app:missing' })] });
  await pods.create({ activeDeadlineSeconds: 15, containers: [app({ image: 'crash' })] }, 'crashing');
  await pods.clock.advance(17_000);
  const terminated = {
    exitCode: 137,
    reason: 'ContainerStatusUnknown',
    message: 'The container could not be located when the pod was terminated',
  };
  expect(await pods.app()).toMatchObject({ state: { terminated } });
  const crashing = await pods.app('crashing');
  expect(crashing).toMatchObject({ state: { terminated }, lastState: { terminated: { exitCode: 1 } } });
  await pods.clock.advance(600_000);
  expect(await pods.app('crashing')).toEqual(crashing);
});

test('The deadline ends a pod during its init containers, and leaves the other containers unchanged', async () => {
  const initContainers = ['first', 'second'].map((name) => ({ name, image: 'busybox', command: ['sleep', '60'] }));
  await pods.create({ activeDeadlineSeconds: 30, initContainers });
  await pods.clock.advance(32_000);
  const { phase, initContainerStatuses, containerStatuses } = await pods.status();
  expect(phase).toBe('Failed');
  expect(initContainerStatuses).toMatchObject([
    { state: { terminated: { exitCode: 143 } } },
    { state: { waiting: { reason: 'PodInitializing' } } },
  ]);
  expect(containerStatuses).toMatchObject([{ state: { waiting: { reason: 'PodInitializing' } } }]);
});

test('A deadline that is set while the pod runs counts from the start of the pod', async () => {
  await pods.create({});
  await pods.clock.advance(20_000);
  await pods.patch({ spec: { activeDeadlineSeconds: 30 } });
  await pods.clock.advance(8000);
  expect((await pods.status()).phase).toBe('Running');
  await pods.clock.advance(4000);
  expect((await pods.status()).phase).toBe('Failed');
});

test('A deadline does not count the time before the pod has a node', async () => {
  await pods.create({ activeDeadlineSeconds: 30, schedulerName: 'other' });
  await pods.clock.advance(60_000);
  await pods.cluster.client.create(
    { group: '', version: 'v1', resource: 'pods', namespace: 'default', name: 'pod', subresource: 'binding' },
    { metadata: { name: 'pod' }, target: { kind: 'Node', name: 'simulated-node-0' } },
  );
  await pods.clock.advance(28_000);
  expect((await pods.status()).phase).toBe('Running');
  await pods.clock.advance(4000);
  expect((await pods.status()).phase).toBe('Failed');
});

test('At the deadline, ended containers keep their state and ephemeral containers are stopped', async () => {
  const containers = [app({ command: ['sleep', '2'] }), app({ name: 'long', command: ['sleep', '600'] })];
  await pods.create({ activeDeadlineSeconds: 30, restartPolicy: 'Never', containers });
  await pods.clock.advance(10_000);
  const ended = await pods.app();
  expect(ended).toMatchObject({ state: { terminated: { exitCode: 0 } } });
  const debugging = { spec: { ephemeralContainers: [{ name: 'helper', image: 'busybox' }] } };
  await pods.patch(debugging, 'ephemeralcontainers');
  await pods.clock.advance(25_000);
  const { containerStatuses, ephemeralContainerStatuses = [] } = await pods.status();
  expect(containerStatuses).toMatchObject([ended, { name: 'long', state: { terminated: { exitCode: 143 } } }]);
  expect(ephemeralContainerStatuses).toMatchObject([{ state: { terminated: { exitCode: 143 } } }]);
  expect(ephemeralContainerStatuses[0]).not.toHaveProperty('started');
  expect((await pods.events()).slice(-2)).toEqual([
    'Killing: Stopping container long',
    'Killing: Stopping container helper',
  ]);
});

test('A pod that is being deleted completes its hooks, even past its deadline', async () => {
  const lifecycle = { preStop: { exec: { command: ['sleep', '20'] } } };
  await pods.create({ activeDeadlineSeconds: 15, containers: [app({ lifecycle })] });
  await pods.clock.advance(8000);
  await pods.delete();
  await pods.clock.advance(15_000);
  expect(await pods.app()).toMatchObject({ state: { running: {} } });
  expect((await pods.event('Killing'))?.count).toBe(1);
  await pods.cluster.restart(() => pods.clock.suspend(1000));
  await pods.clock.advance(2000);
  expect(await pods.app()).toMatchObject({ state: { running: {} } });
  await pods.clock.advance(5000);
  await expect(pods.pod()).rejects.toMatchObject({ code: 404 });
});

test('A pod that ends before its deadline stays unchanged', async () => {
  await pods.create({ activeDeadlineSeconds: 30, restartPolicy: 'Never' });
  await pods.clock.advance(60_000);
  expect((await pods.status()).phase).toBe('Succeeded');
});

test('A deadline, the end of a container and the wait for a restart keep their times when the worker restarts', async () => {
  await pods.create({ activeDeadlineSeconds: 60 }, 'limited');
  await pods.create({ restartPolicy: 'Never', containers: [app({ command: ['sleep', '60'] })] }, 'sleeping');
  await pods.create({ containers: [app({ image: 'crash' })] }, 'crashing');
  await pods.clock.advance(5000);
  expect((await pods.app('crashing'))?.state?.waiting?.reason).toBe('CrashLoopBackOff');
  await pods.cluster.restart(() => pods.clock.suspend(40_000));
  await pods.clock.advance(2000);
  expect((await pods.app('crashing'))?.restartCount).toBe(2);
  await pods.clock.advance(10_000);
  expect((await pods.status('limited')).phase).toBe('Running');
  await pods.clock.advance(8000);
  expect((await pods.status('limited')).reason).toBe('DeadlineExceeded');
  expect((await pods.status('sleeping')).phase).toBe('Succeeded');
});

test('The deadline follows the cluster clock, whether it is paused or fast', async () => {
  const platform = new ManualClock();
  const clock = new ClusterClock(platform);
  const cluster = await openSimulatedCluster(1, 'scheduler,simulation,nodelifecycle,nodeipam,serviceaccount', {
    clock,
    random: seededRandom(1),
  });
  await platform.advance(5000);
  const address = { group: '', version: 'v1', resource: 'pods', namespace: 'default' };
  const spec = { activeDeadlineSeconds: 120, containers: [app()] };
  await cluster.client.create(address, { metadata: { name: 'pod' }, spec });
  const phase = async () => (await cluster.client.get<Pod>({ ...address, name: 'pod' })).status?.phase;
  await platform.advance(20_000);
  clock.setRate(0);
  await platform.advance(300_000);
  expect(await phase()).toBe('Running');
  clock.setRate(10);
  await platform.advance(9000);
  expect(await phase()).toBe('Running');
  await platform.advance(3000);
  expect(await phase()).toBe('Failed');
  await cluster.close();
});
