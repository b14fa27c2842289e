import { afterEach, describe, expect, test } from 'vitest';
import type { CronJob, Job } from '../../src/api/kinds/batch-v1.generated.ts';
import type { Event, Node, Pod } from '../../src/api/kinds/core-v1.generated.ts';
import type { ForkableCluster } from '../../src/embedding/cluster.ts';
import { createTestCluster, type TestClusterOptions } from '../../src/hosts/testing/create-test-cluster.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const PODS = { group: '', version: 'v1', resource: 'pods' };
const NODES = { group: '', version: 'v1', resource: 'nodes' };
const EVENTS = { group: '', version: 'v1', resource: 'events' };
const JOBS = { group: 'batch', version: 'v1', resource: 'jobs' };

const WEB = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: nginx}]}
`;

const report = (schedule: string, suspend = false): string => `
apiVersion: batch/v1
kind: CronJob
metadata: {name: report, namespace: default}
spec:
  schedule: "${schedule}"
  successfulJobsHistoryLimit: 100
  jobTemplate:
    spec:
      suspend: ${suspend}
      template:
        metadata: {annotations: {simulation.tabplane.dev/run-duration: 5s}}
        spec: {restartPolicy: Never, containers: [{name: report, image: reporter}]}
`;

let cluster: ForkableCluster | undefined;
afterEach(() => cluster?.close());

async function open(options: TestClusterOptions): Promise<ForkableCluster> {
  await cluster?.close();
  cluster = await createTestCluster(options);
  return cluster;
}

const isReady = ({ status }: Node | Pod): boolean =>
  ((status?.conditions ?? []) as readonly { type: string; status: string }[]).some(
    ({ type, status: value }) => type === 'Ready' && value === 'True',
  );

/** Returns the times at which jobs started, and the reasons of the events of their CronJob. */
async function startsOf({ client }: ForkableCluster) {
  const jobs = await client.list<Job>(JOBS);
  const events = await client.list<Event>(EVENTS);
  return {
    starts: jobs.items.map(({ metadata }) => metadata.creationTimestamp?.slice(11, 16)).sort(),
    reasons: new Set(
      events.items.filter(({ involvedObject }) => involvedObject.kind === 'CronJob').map(({ reason }) => reason),
    ),
  };
}

describe('a cluster whose time moves forward', () => {
  test.each([
    ['a minute', MINUTE],
    ['an hour', HOUR],
    ['a day', DAY],
  ])('has ready nodes and pods after %s, as if time had passed continuously', async (_, span) => {
    const { clock, client } = await open({ seed: WEB, simulatedNodes: 3 });
    await clock.step(span);
    const { items: nodes } = await client.list<Node>(NODES);
    expect(nodes.map(isReady)).toEqual([true, true, true]);
    const { items: pods } = await client.list<Pod>(PODS);
    expect(pods.map((pod) => [isReady(pod), pod.status?.containerStatuses?.[0]?.restartCount])).toEqual([
      [true, 0],
      [true, 0],
      [true, 0],
    ]);
    const { items: events } = await client.list<Event>(EVENTS);
    expect(events.filter(({ reason }) => reason === 'NodeNotReady')).toEqual([]);
    const leases = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases', namespace: 'kube-node-lease' };
    const { items } = await client.list<{ metadata: object; spec: { renewTime: string } }>(leases);
    const now = await clock.now();
    for (const { spec } of items) expect(now - Date.parse(spec.renewTime)).toBeLessThan(11_000);
  });

  test('starts an hourly CronJob 24 times in a day, each time on the hour', async () => {
    const day = await open({ seed: report('0 * * * *'), simulatedNodes: 1 });
    await day.clock.step(DAY);
    const { starts, reasons } = await startsOf(day);
    expect(starts).toEqual(Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`));
    expect(reasons).not.toContain('TooManyMissedTimes');
  });

  test('starts a CronJob every ten minutes, at the times of its schedule', async () => {
    const halfHour = await open({ seed: report('*/10 * * * *'), simulatedNodes: 1 });
    await halfHour.clock.step(30 * MINUTE);
    expect((await startsOf(halfHour)).starts).toEqual(['09:10', '09:20', '09:30']);
  });

  test('keeps the jobs of thirty days', async () => {
    const month = await open({ seed: report('0 0 * * *', true), controllers: 'cronjob,job' });
    await month.clock.step(30 * DAY);
    const { items } = await month.client.list<Job>(JOBS);
    expect(items).toHaveLength(30);
    const [cronJob] = (await month.client.list<CronJob>({ ...JOBS, resource: 'cronjobs' })).items;
    expect(cronJob?.status?.lastScheduleTime).toBe('2024-02-14T00:00:00Z');
  });

  test('detects a node that is down, and evicts its pods after their toleration', async () => {
    const { clock, client } = await open({ seed: WEB, simulatedNodes: 3 });
    const [node] = (await client.list<Node>(NODES)).items;
    const name = node?.metadata.name ?? '';
    await client.patch({ ...NODES, name }, 'merge', {
      metadata: { annotations: { 'simulation.tabplane.dev/down': 'true' } },
    });
    const downAt = await clock.now();
    await clock.step(HOUR);
    const down = await client.get<Node>({ ...NODES, name });
    const since = Date.parse(down.status?.conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime ?? '');
    expect(isReady(down)).toBe(false);
    expect(since - downAt).toBeGreaterThanOrEqual(25_000);
    expect(since - downAt).toBeLessThanOrEqual(50_000);
    const { items: pods } = await client.list<Pod>(PODS);
    const placed = pods.filter(({ metadata }) => !metadata.deletionTimestamp);
    expect(placed.map(isReady)).toEqual([true, true, true]);
    expect(placed.filter(({ spec }) => spec?.nodeName === name)).toEqual([]);

    await client.patch({ ...NODES, name }, 'merge', {
      metadata: { annotations: { 'simulation.tabplane.dev/down': null } },
    });
    await clock.step(MINUTE);
    expect(isReady(await client.get<Node>({ ...NODES, name }))).toBe(true);
  });

  test('does not stop for evictions while its only node is silent, because evictions are suspended', async () => {
    const { clock, client } = await open({ controllers: 'node-lifecycle-controller', simulatedNodes: 0 });
    await client.create(NODES, { metadata: { name: 'silent' } });
    const stops: number[] = [];
    await clock.step(HOUR, { onProgress: (time) => stops.push(time) });
    expect(isReady(await client.get<Node>({ ...NODES, name: 'silent' }))).toBe(false);
    // The controller checks the node every five seconds.
    expect(stops.length).toBeLessThan(800);
  });

  test('does not wait for a pod whose volume has not been provisioned', async () => {
    const { clock, client } = await open({
      seed: `
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: slow}
provisioner: slow.example.com
volumeBindingMode: WaitForFirstConsumer
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: default}
spec: {accessModes: [ReadWriteOnce], storageClassName: slow, resources: {requests: {storage: 1Gi}}}
---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: default}
spec:
  containers: [{name: web, image: nginx}]
  volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]
`,
    });
    const began = performance.now();
    for (let second = 0; second < 5; second++) await clock.step(1000);
    // A step stops waiting for unfinished work after five seconds of real time.
    expect(performance.now() - began).toBeLessThan(20_000);
    const claim = { group: '', version: 'v1', resource: 'persistentvolumeclaims', namespace: 'default', name: 'data' };
    const { annotations } = (await client.get(claim)).metadata;
    expect(annotations?.['volume.kubernetes.io/selected-node']).toBe('simulated-node-0');
  });

  test('reports the progress of a step, and rejects the step when it is cancelled', async () => {
    const { clock, client } = await open({ seed: WEB, simulatedNodes: 1 });
    const start = await clock.now();
    const ending = new AbortController();
    const times: number[] = [];
    const onProgress = (time: number): void => {
      times.push(time);
      if (time > start + HOUR) ending.abort(new Error('an hour is enough'));
    };
    await expect(clock.step(DAY, { onProgress, signal: ending.signal })).rejects.toThrow('an hour is enough');
    const reached = await clock.now();
    expect(reached).toBe(times.at(-1));
    expect(reached - start).toBeLessThan(HOUR + MINUTE);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    await clock.step(MINUTE);
    expect(await clock.now()).toBe(reached + MINUTE);
    expect((await client.list<Pod>(PODS)).items.map(isReady)).toEqual([true, true, true]);
  });
});
