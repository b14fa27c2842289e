import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Container, Event, Node, Pod, PodSpec } from '../../../src/api/kinds/core-v1.generated.ts';
import { ManualClock } from '../../helpers/manual-clock.ts';
import { seededRandom } from '../../scheduler/fake-cluster.ts';
import { openSimulatedCluster, type SimulatedCluster } from '../simulated-cluster.ts';

const PODS = { group: '', version: 'v1', resource: 'pods', namespace: 'default' };
const NODE = { group: '', version: 'v1', resource: 'nodes', name: 'simulated-node-0' };
const PULL = 'simulation.tabplane.dev/pull-duration';

let cluster: SimulatedCluster;
let clock: ManualClock;
beforeEach(async () => {
  clock = new ManualClock();
  cluster = await openSimulatedCluster(1, 'scheduler,simulation,nodelifecycle,nodeipam,serviceaccount', {
    clock,
    random: seededRandom(1),
  });
  await clock.advance(5000);
});
afterEach(() => cluster.close());

const app = (fields: Partial<Container>): Container => ({ name: 'app', image: 'nginx:1.25', ...fields });

async function createPod(name: string, containers: Container[], pull = '500ms', spec: Partial<PodSpec> = {}) {
  const metadata = { name, annotations: { [PULL]: pull } };
  await cluster.client.create(PODS, { metadata, spec: { containers, ...spec } });
}

const pod = (name: string) => cluster.client.get<Pod>({ ...PODS, name });
const node = () => cluster.client.get<Node>(NODE);

/** Returns the kubelet's events for a pod, in order. */
async function eventsOf(name: string): Promise<string[]> {
  const { items } = await cluster.client.list<Event>({ ...PODS, resource: 'events' });
  const own = items.filter(
    ({ involvedObject, source }) => involvedObject.name === name && source?.component === 'kubelet',
  );
  return own.map(({ reason, message }) => `${reason}: ${message}`);
}

const started = ['Created: Created container app', 'Started: Started container app'];

it('The first pod of a node pulls the image; a later pod finds it and starts sooner', async () => {
  await createPod('first', [app({})], '5s');
  await clock.advance(1000);
  expect(await eventsOf('first')).toEqual(['Pulling: Pulling image "nginx:1.25"']);
  expect((await pod('first')).status?.phase).toBe('Pending');
  await clock.advance(5000);
  expect(await eventsOf('first')).toEqual([
    'Pulling: Pulling image "nginx:1.25"',
    'Pulled: Successfully pulled image "nginx:1.25" in 5s (5s including waiting)',
    ...started,
  ]);
  await createPod('second', [app({})], '5s');
  await clock.advance(1000);
  expect((await pod('second')).status?.phase).toBe('Running');
  expect(await eventsOf('second')).toEqual([
    'Pulled: Container image "nginx:1.25" already present on machine',
    ...started,
  ]);
  expect((await pod('second')).status?.containerStatuses?.[0]).toMatchObject({
    image: 'docker.io/library/nginx:1.25',
    imageID: expect.stringMatching(/^docker\.io\/library\/nginx@sha256:[0-9a-f]{64}$/),
  });
});

it('Pods that start together wait for each other, because a kubelet pulls images serially', async () => {
  await createPod('one', [app({})], '10s');
  await createPod('two', [app({})], '10s');
  await createPod('other', [app({ image: 'redis' })], '10s');
  await clock.advance(30_000);
  const messages = (await Promise.all(['one', 'two', 'other'].map(eventsOf))).flat();
  const pulls = messages.filter((message) => message.startsWith('Pulled: Successfully'));
  expect(pulls.map((message) => / in (\S+) /.exec(message)?.[1]).sort()).toEqual(['100ms', '10s', '10s']);
  const total = (message: string): number => Number(/\(([\d.]+)s including/.exec(message)?.[1]);
  const [shortest = 0, , longest = 0] = pulls.map(total).sort((a, b) => a - b);
  // Pods that start together are bound at slightly different times.
  expect(shortest).toBeGreaterThan(9);
  expect(longest).toBeGreaterThan(19);
});

it('Images are pulled in the order of the containers, and an image that an earlier container pulled is reused', async () => {
  await createPod('pod', [app({}), app({ name: 'twin' }), app({ name: 'cache', image: 'redis:7' })], '2s');
  await clock.advance(10_000);
  expect((await eventsOf('pod')).filter((event) => event.startsWith('Pull'))).toEqual([
    'Pulling: Pulling image "nginx:1.25"',
    'Pulled: Successfully pulled image "nginx:1.25" in 2s (2s including waiting)',
    'Pulled: Container image "nginx:1.25" already present on machine',
    'Pulling: Pulling image "redis:7"',
    'Pulled: Successfully pulled image "redis:7" in 2s (2s including waiting)',
  ]);
});

it('The policy Always pulls a present image again, in a short time', async () => {
  await createPod('first', [app({ image: 'nginx' })], '5s');
  await clock.advance(10_000);
  await createPod('second', [app({ image: 'nginx' })], '5s');
  await clock.advance(2000);
  expect(await eventsOf('second')).toEqual([
    'Pulling: Pulling image "nginx"',
    'Pulled: Successfully pulled image "nginx" in 100ms (100ms including waiting)',
    ...started,
  ]);
});

it('The policy Never starts a container only when its image is present', async () => {
  await createPod('offline', [app({ imagePullPolicy: 'Never' })]);
  await clock.advance(2000);
  const problem = 'Container image "nginx:1.25" is not present with pull policy of Never';
  expect((await pod('offline')).status?.containerStatuses?.[0]?.state).toEqual({
    waiting: { reason: 'ErrImageNeverPull', message: problem },
  });
  expect(await eventsOf('offline')).toEqual([`ErrImageNeverPull: ${problem}`, 'Failed: Error: ErrImageNeverPull']);
  await createPod('online', [app({})]);
  await clock.advance(20_000);
  expect((await pod('offline')).status?.phase).toBe('Running');
  expect(await eventsOf('offline')).toContain('Pulled: Container image "nginx:1.25" already present on machine');
});

it('Init containers pull their images, and retry when an image is missing', async () => {
  const initContainers = [{ name: 'prepare', image: 'busybox:missing' }];
  await createPod('pod', [app({})], '500ms', { initContainers });
  await clock.advance(5000);
  const state = async () => (await pod('pod')).status?.initContainerStatuses?.[0]?.state?.waiting?.reason;
  expect(await state()).toBe('ErrImagePull');
  expect(await eventsOf('pod')).toEqual([
    'Pulling: Pulling image "busybox:missing"',
    'Failed: Failed to pull image "busybox:missing": rpc error: code = NotFound desc = failed to pull and unpack image "docker.io/library/busybox:missing": failed to resolve reference "docker.io/library/busybox:missing": docker.io/library/busybox:missing: not found',
    'Failed: Error: ErrImagePull',
  ]);
  await clock.advance(11_000);
  expect(await state()).toBe('ImagePullBackOff');
  await clock.advance(14_000);
  expect(await state()).toBe('ErrImagePull');
});

it('A missing image is pulled again after waits that grow to five minutes', async () => {
  await createPod('pod', [app({ image: 'app:missing' })]);
  const waits: number[] = [];
  let [last, before] = [0, ''];
  for (let second = 0; second < 1800; second += 5) {
    await clock.advance(5000);
    const { reason = '' } = (await pod('pod')).status?.containerStatuses?.[0]?.state?.waiting ?? {};
    if (reason === 'ErrImagePull' && before !== reason) {
      waits.push(second - last);
      last = second;
    }
    before = reason;
  }
  // The kubelet syncs the pod every ten seconds, and reports ImagePullBackOff first.
  const [first, ...shortest] = [0, 20, 20, 40, 80, 160, 300, 300];
  expect(waits[0]).toBe(first);
  for (const [index, shortestWait] of shortest.entries()) {
    expect(waits[index + 1]).toBeGreaterThanOrEqual(shortestWait - 5);
    expect(waits[index + 1]).toBeLessThanOrEqual(shortestWait + 20);
  }
});

it('Init containers wait until their image has been pulled, then run one after the other', async () => {
  const initContainers = [
    { name: 'first', image: 'busybox' },
    { name: 'second', image: 'redis:7' },
  ];
  await createPod('pod', [app({})], '10s', { initContainers });
  await clock.advance(5000);
  const states = async () =>
    (await pod('pod')).status?.initContainerStatuses?.map(({ state }) => Object.keys(state ?? {}).join());
  expect(await eventsOf('pod')).toEqual(['Pulling: Pulling image "busybox"']);
  expect(await states()).toEqual(['waiting', 'waiting']);
  for (let second = 0; second < 6; second++) {
    await clock.advance(1000);
    if ((await states())?.[0] === 'running') break;
  }
  expect(await states()).toEqual(['running', 'waiting']);
  await clock.advance(20_000);
  expect(await states()).toEqual(['terminated', 'terminated']);
  const pulled = (image: string) => `Pulled: Successfully pulled image "${image}" in 10s (10s including waiting)`;
  expect((await eventsOf('pod')).slice(0, 8)).toEqual([
    ...['Pulling: Pulling image "busybox"', pulled('busybox')],
    ...['Created: Created container first', 'Started: Started container first'],
    ...['Pulling: Pulling image "redis:7"', pulled('redis:7')],
    ...['Created: Created container second', 'Started: Started container second'],
  ]);
  await clock.advance(20_000);
  expect((await pod('pod')).status?.phase).toBe('Running');
});

it('An ephemeral container waits until its image has been pulled', async () => {
  await createPod('pod', [app({})], '10s');
  await clock.advance(20_000);
  const helper = { name: 'helper', image: 'busybox', terminationMessagePolicy: 'File' };
  await cluster.client.patch({ ...PODS, name: 'pod', subresource: 'ephemeralcontainers' }, 'strategic', {
    spec: { ephemeralContainers: [helper] },
  });
  const started = async () => (await pod('pod')).status?.ephemeralContainerStatuses?.[0]?.state?.running;
  await clock.advance(9000);
  expect(await started()).toBeUndefined();
  expect((await eventsOf('pod')).at(-1)).toBe('Pulling: Pulling image "busybox"');
  await clock.advance(5000);
  expect(await started()).toBeDefined();
  expect((await eventsOf('pod')).slice(-3)).toEqual([
    'Pulled: Successfully pulled image "busybox" in 10s (10s including waiting)',
    'Created: Created container helper',
    'Started: Started container helper',
  ]);
});

it('The node lists its images in one of its next heartbeats, whatever the number of pods', async () => {
  const before = (await node()).metadata.resourceVersion;
  for (let index = 0; index < 10; index++)
    await createPod(`pod-${index}`, [app({}), app({ name: 'b', image: 'redis:7' })]);
  const versions = new Set([before]);
  for (let second = 0; second < 120; second++) {
    await clock.advance(1000);
    versions.add((await node()).metadata.resourceVersion);
  }
  const images = (await node()).status?.images ?? [];
  expect(images.map(({ names }) => names?.[1]).sort()).toEqual([
    'docker.io/library/nginx:1.25',
    'docker.io/library/redis:7',
  ]);
  // A heartbeat between the two pulls lists only the first image.
  expect(versions.size).toBeLessThanOrEqual(3);
});
