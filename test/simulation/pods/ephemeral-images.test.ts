import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EphemeralContainer } from '../../../src/api/kinds/core-v1.generated.ts';
import { app, openSteeredPods, type SteeredPods } from './steered-pods.ts';

let pods: SteeredPods;
beforeEach(async () => {
  pods = await openSteeredPods();
});
afterEach(() => pods.close());

const debug = (container: Partial<EphemeralContainer>) =>
  pods.patch({ spec: { ephemeralContainers: [{ name: 'helper', ...container }] } }, 'ephemeralcontainers');
const helper = async () => (await pods.status()).ephemeralContainerStatuses?.[0];
const reason = async () => (await helper())?.state?.waiting?.reason;

test('The missing image of an ephemeral container is pulled again after a wait, as for other containers', async () => {
  await pods.create({});
  await pods.clock.advance(5000);
  await debug({ image: 'busybox:missing' });
  await pods.clock.advance(3000);
  expect(await helper()).toEqual({
    name: 'helper',
    state: { waiting: { reason: 'ErrImagePull', message: expect.stringContaining('busybox:missing: not found') } },
    lastState: {},
    ready: false,
    restartCount: 0,
    image: 'busybox:missing',
    imageID: '',
  });
  await pods.clock.advance(11_000);
  expect((await helper())?.state?.waiting).toEqual({
    reason: 'ImagePullBackOff',
    message: 'Back-off pulling image "busybox:missing"',
  });
  expect((await pods.events()).slice(-2)).toEqual([
    'BackOff: Back-off pulling image "busybox:missing"',
    'Failed: Error: ImagePullBackOff',
  ]);
  await pods.clock.advance(11_000);
  expect(await reason()).toBe('ErrImagePull');
});

test('An ephemeral container starts when its image can be pulled', async () => {
  const fault = 'simulation.tabplane.dev/fault.helper';
  await pods.create({ annotations: { [fault]: 'image-not-found' } });
  await pods.clock.advance(5000);
  await debug({ image: 'busybox' });
  await pods.clock.advance(15_000);
  expect(await reason()).toBe('ImagePullBackOff');
  await pods.patch({ metadata: { annotations: { [fault]: null } } });
  await pods.clock.advance(12_000);
  expect((await helper())?.state?.running).toBeDefined();
  expect((await pods.events()).slice(-2)).toEqual([
    'Created: Created container helper',
    'Started: Started container helper',
  ]);
  expect((await pods.event('Started'))?.involvedObject.fieldPath).toBe('spec.ephemeralContainers{helper}');
});

test('The image of an ephemeral container is pulled again in time, however often its pod changes', async () => {
  await pods.create({});
  await pods.clock.advance(5000);
  await debug({ image: 'busybox:missing' });
  for (const step of ['1', '2', '3', '4']) {
    await pods.clock.advance(3500);
    await pods.patch({ metadata: { labels: { step } } });
  }
  expect(await reason()).toBe('ImagePullBackOff');
});

test('The image of a container is pulled again in time while other containers of its pod still run', async () => {
  const fault = 'simulation.tabplane.dev/fault.late';
  const containers = [app({ command: ['sh', '-c', 'sleep 600; exit 1'] }), app({ name: 'late', image: 'redis:7' })];
  await pods.create({ containers, annotations: { [fault]: 'image-not-found' } });
  await pods.clock.advance(5000);
  const late = async () => (await pods.status()).containerStatuses?.find(({ name }) => name === 'late')?.state;
  expect((await late())?.waiting?.reason).toBe('ErrImagePull');
  await pods.patch({ metadata: { annotations: { [fault]: null } } });
  await pods.clock.advance(25_000);
  expect((await late())?.running).toBeDefined();
});

test('An ephemeral container that may not pull starts when another pod has pulled the image', async () => {
  await pods.create({});
  await pods.clock.advance(5000);
  await debug({ image: 'redis:7', imagePullPolicy: 'Never' });
  await pods.clock.advance(3000);
  expect(await reason()).toBe('ErrImageNeverPull');
  await pods.create({ containers: [app({ image: 'redis:7' })] }, 'other');
  await pods.clock.advance(15_000);
  expect((await helper())?.state?.running).toBeDefined();
});

test('The other containers of the pod run, end and restart in time while an ephemeral container waits', async () => {
  await pods.create({ containers: [app({ command: ['sh', '-c', 'sleep 25; exit 1'] })] });
  await pods.clock.advance(5000);
  await debug({ image: 'busybox:missing' });
  await pods.clock.advance(30_000);
  expect(await pods.app()).toMatchObject({ restartCount: 1, state: { running: {} } });
  await pods.clock.advance(20_000);
  expect((await pods.app())?.state?.waiting?.reason).toBe('CrashLoopBackOff');
  await pods.clock.advance(11_000);
  expect(await pods.app()).toMatchObject({ restartCount: 2, state: { running: {} } });
  expect(await reason()).toMatch(/ImagePull/);
});

test('A waiting ephemeral container does not prevent the deletion of its pod', async () => {
  await pods.create({});
  await pods.clock.advance(5000);
  await debug({ image: 'busybox:missing' });
  await pods.clock.advance(3000);
  await pods.delete();
  await pods.clock.advance(60_000);
  await expect(pods.pod()).rejects.toMatchObject({ code: 404 });
});

test('Another pod of the same name starts with new waits', async () => {
  const address = { group: '', version: 'v1', resource: 'pods', namespace: 'default', name: 'pod' };
  for (const turn of ['first', 'second']) {
    await pods.create({});
    await pods.clock.advance(2000);
    await debug({ image: 'busybox:missing' });
    await pods.clock.advance(3000);
    expect(await reason()).toBe('ErrImagePull');
    if (turn === 'first') await pods.cluster.client.delete(address, { gracePeriodSeconds: 0 });
    await pods.clock.advance(1000);
  }
  await pods.clock.advance(9000);
  expect(await reason()).toBe('ImagePullBackOff');
});
