import { afterAll, beforeAll, expect, test } from 'vitest';
import { disruptionController } from '../../../src/controllers/disruption/disruption-controller.ts';
import { openControlledServer } from '../controlled-server.ts';

const PODS = '/api/v1/namespaces/default/pods';
const BUDGETS = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';

let cluster: Awaited<ReturnType<typeof openControlledServer>>;
beforeAll(async () => {
  cluster = await openControlledServer([disruptionController]);
  await cluster.create('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
});
afterAll(() => cluster.close());

const read = async (path: string) => (await cluster.ask(path)).body;
interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}
/** Creates a pod with a label and an owner, and makes it ready. */
async function addPod(name: string, app: string, owner?: Owner) {
  const ownerReferences = owner ? [{ ...owner, controller: true }] : [];
  const metadata = { name, labels: { app }, ownerReferences };
  await cluster.create(PODS, { metadata, spec: { containers: [{ name: 'app', image: 'app:1' }] } });
  const conditions = [{ type: 'Ready', status: 'True' }];
  await cluster.merge(`${PODS}/${name}/status`, { status: { phase: 'Running', conditions } });
}
const addBudget = (app: string, spec: object, name = app) =>
  cluster.create(BUDGETS, { metadata: { name }, spec: { selector: { matchLabels: { app } }, ...spec } });
const statusOf = async (name: string) => (await read(`${BUDGETS}/${name}`)).status;
const countsOf = async (name: string) => {
  const { currentHealthy, desiredHealthy, expectedPods, disruptionsAllowed } = (await statusOf(name)) ?? {};
  return [currentHealthy, desiredHealthy, expectedPods, disruptionsAllowed];
};
const reasonOf = async (name: string) => (await statusOf(name))?.conditions?.[0]?.reason;
const eventsOf = async (name: string): Promise<string[]> =>
  (await read(`/api/v1/namespaces/default/events?fieldSelector=involvedObject.name=${name}`)).items.map(
    ({ type, reason, message }: Record<string, string>) => `${type} ${reason}: ${message}`,
  );

const create = async (path: string, kind: string, name: string, spec: object, more: object = {}): Promise<Owner> => {
  const { apiVersion, metadata } = await cluster.create(path, { metadata: { name, ...more }, spec });
  return { apiVersion: apiVersion ?? 'v1', kind, name, uid: metadata.uid };
};
const templateOf = (app: string) => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: 'a', image: 'a' }] },
});
const workload = (app: string, replicas: number) => ({
  replicas,
  selector: { matchLabels: { app } },
  template: templateOf(app),
});

test('The replicas of all owners are expected, and deployments count instead of their replica sets', async () => {
  const sets = '/apis/apps/v1/namespaces/default/replicasets';
  const stateful = '/apis/apps/v1/namespaces/default/statefulsets';
  const deployment = await create(
    '/apis/apps/v1/namespaces/default/deployments',
    'Deployment',
    'all',
    workload('all', 4),
  );
  const ownerReferences = [{ ...deployment, controller: true }];
  const first = await create(sets, 'ReplicaSet', 'all-1', workload('all', 3), { ownerReferences });
  const second = await create(sets, 'ReplicaSet', 'all-2', workload('all', 2), { ownerReferences });
  const single = await create(sets, 'ReplicaSet', 'all-3', workload('all', 5));
  const spec = { ...workload('all', 6), serviceName: 'all' };
  const set = await create(stateful, 'StatefulSet', 'all', spec);
  for (const [index, owner] of [first, second, single, single, set].entries())
    await addPod(`all-${index}`, 'all', owner);
  await addBudget('all', { minAvailable: '50%' });
  // 50% of 4 + 5 + 6, rounded up.
  await expect.poll(() => countsOf('all')).toEqual([5, 8, 15, 0]);
  await addBudget('all', { maxUnavailable: '70%' }, 'most');
  await expect.poll(() => countsOf('most')).toEqual([5, 4, 15, 1]);
});

test('The replicas of other owners, such as custom resources, are read from their scale', async () => {
  const group = 'example.com';
  const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
  await cluster.create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget' },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, subresources: { scale } },
      ],
    },
  });
  const path = `/apis/${group}/v1/namespaces/default/widgets`;
  await expect.poll(() => cluster.codeOf(path)).toBe(200);
  const object = { apiVersion: `${group}/v1`, kind: 'Widget' };
  const { metadata } = await cluster.create(path, { ...object, metadata: { name: 'w' }, spec: { replicas: 3 } });
  await addPod('widget', 'widget', { ...object, name: 'w', uid: metadata.uid });
  await addBudget('widget', { maxUnavailable: 1 });
  await expect.poll(() => countsOf('widget')).toEqual([1, 2, 3, 0]);
});

test.each([
  ['batch/v1', 'Job', 'jobs.batch does not implement the scale subresource'],
  ['example.org/v1', 'Nothing', 'no matches for kind "Nothing" in version "example.org/v1"'],
  ['apps/v1', 'ReplicaSet', 'found no controllers for pod "PODNAME"'],
])(
  'An owner whose replicas are unknown fails the count, and no disruption is allowed: %s %s',
  async (apiVersion, kind, text) => {
    const app = kind.toLowerCase();
    const message = text.replace('PODNAME', app);
    await addPod(app, app, { apiVersion, kind, name: 'lost', uid: 'lost' });
    await addBudget(app, { maxUnavailable: 1 });
    await expect.poll(() => reasonOf(app)).toBe('SyncFailed');
    expect((await statusOf(app)).conditions[0]).toMatchObject({ type: 'DisruptionAllowed', status: 'False', message });
    expect((await countsOf(app)).at(-1)).toBe(0);
    const event = `Warning CalculateExpectedPodCountFailed: Failed to calculate the number of expected pods: ${message}`;
    await expect.poll(() => eventsOf(app)).toEqual([event]);
  },
);

test('Pods without an owner count for a numeric minAvailable, and are reported otherwise', async () => {
  for (const name of ['free-1', 'free-2', 'free-3']) await addPod(name, 'free');
  await addBudget('free', { minAvailable: 2 });
  await expect.poll(() => countsOf('free')).toEqual([3, 2, 3, 1]);
  await addBudget('free', { maxUnavailable: 1 }, 'unmanaged');
  await expect.poll(() => countsOf('unmanaged')).toEqual([3, 0, 0, 0]);
  await expect
    .poll(() => eventsOf('unmanaged'))
    .toEqual([
      expect.stringContaining(
        'Warning UnmanagedPods: Pods selected by this PodDisruptionBudget (selector: &LabelSelector{',
      ),
    ]);
  await addBudget('free', {}, 'unlimited');
  await expect.poll(() => countsOf('unlimited')).toEqual([3, 0, 0, 0]);
});

test('A pod of several budgets counts for each budget, and gets an event', async () => {
  await addBudget('twice', { minAvailable: 1 }, 'twice-a');
  await addBudget('twice', { minAvailable: 0 }, 'twice-b');
  await expect.poll(() => eventsOf('twice-a')).toContainEqual('Normal NoPods: No matching pods found');
  await addPod('twice', 'twice');
  await expect.poll(() => countsOf('twice-a')).toEqual([1, 1, 1, 0]);
  await expect.poll(() => countsOf('twice-b')).toEqual([1, 0, 1, 1]);
  const chosen = 'Pod "default"/"twice" matches multiple PodDisruptionBudgets.  Chose "twice-a" arbitrarily.';
  await expect.poll(() => eventsOf('twice')).toContainEqual(`Warning MultiplePodDisruptionBudgets: ${chosen}`);
});

test('An eviction that did not happen is dropped, and its pod gets an event', async () => {
  await addPod('stays', 'stays');
  await addBudget('stays', { minAvailable: 0 });
  await expect.poll(() => countsOf('stays')).toEqual([1, 0, 1, 1]);
  await cluster.merge(`${BUDGETS}/stays/status`, { status: { disruptedPods: { stays: '2024-01-01T00:00:00Z' } } });
  await expect.poll(async () => (await statusOf('stays')).disruptedPods).toBeUndefined();
  const message = "Pod was expected by PDB default/default to be deleted but it wasn't";
  await expect.poll(() => eventsOf('stays')).toContainEqual(`Warning NotDeleted: ${message}`);
});
