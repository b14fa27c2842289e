import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ControllerRevision } from '../../../../src/api/kinds/apps-v1.generated.ts';
import type { Pod, PodTemplateSpec } from '../../../../src/api/kinds/core-v1.generated.ts';
import { serviceAccountsController } from '../../../../src/controllers/accounts/service-accounts.ts';
import { daemonSetController } from '../../../../src/controllers/workloads/daemonsets/daemonsets.ts';
import { podTemplateHash } from '../../../../src/controllers/workloads/template-hash/template-hash.ts';
import { openControlledServer } from '../../controlled-server.ts';

const NAMESPACE = '/api/v1/namespaces/shop';
const SETS = '/apis/apps/v1/namespaces/shop/daemonsets';
const REVISIONS = '/apis/apps/v1/namespaces/shop/controllerrevisions';
const HASH = 'controller-revision-hash';

let cluster: Awaited<ReturnType<typeof openControlledServer>>;
beforeAll(async () => {
  cluster = await openControlledServer([serviceAccountsController, daemonSetController]);
  await cluster.create('/api/v1/namespaces', { metadata: { name: 'shop' } });
  await vi.waitFor(async () => expect(await cluster.codeOf(`${NAMESPACE}/serviceaccounts/default`)).toBe(200));
  await cluster.create('/api/v1/nodes', { metadata: { name: 'n1' } });
  // No node controller runs here to remove the initial taint.
  await cluster.merge('/api/v1/nodes/n1', { spec: { taints: null } });
});
afterAll(() => cluster.close());

const read = async (path: string) => (await cluster.ask(path)).body;
const createSet = (app: string, spec: object = {}) =>
  cluster.create(SETS, {
    metadata: { name: app },
    spec: {
      selector: { matchLabels: { app } },
      template: { metadata: { labels: { app } }, spec: { containers: [{ name: 'app', image: 'app:1' }] } },
      ...spec,
    },
  });
/** Changes a label of the template, which results in a new template. */
const change = (app: string, version: string | null) =>
  cluster.merge(`${SETS}/${app}`, { spec: { template: { metadata: { labels: { version } } } } });
const itemsOf = async <T>(path: string, app: string): Promise<T[]> =>
  (await read(`${path}?labelSelector=app%3D${app}`)).items;
const revisionsOf = async (app: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await itemsOf<ControllerRevision>(REVISIONS, app)).map(({ metadata, revision }) => [metadata.name, revision]),
  );
const numbersOf = async (app: string) => Object.values(await revisionsOf(app)).sort();
const podsOf = (app: string) => itemsOf<Pod>(`${NAMESPACE}/pods`, app);
const hashesOf = async (app: string) => (await podsOf(app)).map(({ metadata }) => metadata.labels?.[HASH]);

test('A template that a set had before reuses its old revision with a higher number', async () => {
  await createSet('back');
  await expect.poll(() => numbersOf('back')).toEqual([1]);
  const [first] = Object.keys(await revisionsOf('back'));
  await change('back', '2');
  await expect.poll(() => numbersOf('back')).toEqual([1, 2]);
  await change('back', null);
  await expect.poll(() => numbersOf('back')).toEqual([2, 3]);
  expect((await revisionsOf('back'))[first ?? '']).toBe(3);
  await expect.poll(() => hashesOf('back')).toEqual([first?.replace('back-', '')]);
});

test('The newest of several equal revisions remains, and pods get its hash without a restart', async () => {
  await createSet('twice');
  await expect.poll(async () => (await podsOf('twice')).length).toBe(1);
  const [{ metadata, data } = { metadata: {}, data: {} }] = await itemsOf<ControllerRevision>(REVISIONS, 'twice');
  const [before] = await podsOf('twice');
  const copy = { metadata: { name: 'copy', labels: { ...metadata.labels, [HASH]: 'of-the-copy' } }, data, revision: 7 };
  await cluster.create(REVISIONS, copy);
  await expect.poll(() => revisionsOf('twice')).toEqual({ copy: 7 });
  await expect.poll(() => hashesOf('twice')).toEqual(['of-the-copy']);
  expect((await podsOf('twice'))[0]?.metadata.uid).toBe(before?.metadata.uid);
  expect((await read(`${REVISIONS}/copy`)).metadata.ownerReferences).toMatchObject([{ kind: 'DaemonSet' }]);
});

test('A revision without a hash gets its name as its hash', async () => {
  await createSet('unnamed');
  await expect.poll(() => numbersOf('unnamed')).toEqual([1]);
  const data = { spec: { template: { $patch: 'replace' } } };
  await cluster.create(REVISIONS, { metadata: { name: 'older', labels: { app: 'unnamed' } }, data, revision: 4 });
  await expect.poll(async () => (await read(`${REVISIONS}/older`)).metadata.labels[HASH]).toBe('older');
  // The template's revision remains the newest.
  await expect.poll(() => numbersOf('unnamed')).toEqual([4, 5]);
});

test('A name that another revision has increments the collision count, which changes the name', async () => {
  const { spec } = await createSet('crash');
  await expect.poll(() => numbersOf('crash')).toEqual([1]);
  const template: PodTemplateSpec = spec.template;
  const next = { ...template, metadata: { ...template.metadata, labels: { app: 'crash', version: '2' } } };
  const taken = `crash-${podTemplateHash(next, undefined)}`;
  await cluster.create(REVISIONS, { metadata: { name: taken }, data: { other: true }, revision: 1 });
  await change('crash', '2');
  const name = `crash-${podTemplateHash(next, 1)}`;
  await expect.poll(async () => (await revisionsOf('crash'))[name]).toBe(2);
  expect((await read(`${SETS}/crash`)).status.collisionCount).toBe(1);
  expect((await read(`${REVISIONS}/${taken}`)).metadata.ownerReferences).toBeUndefined();
});

test('The oldest revisions beyond the history limit are deleted, except revisions of pods', async () => {
  await createSet('short', { revisionHistoryLimit: 1, updateStrategy: { type: 'OnDelete' } });
  await expect.poll(async () => (await podsOf('short')).length).toBe(1);
  for (const [version, left] of [
    ['2', [1, 2]],
    ['3', [1, 3]],
    ['4', [1, 4]],
  ] as const) {
    await change('short', version);
    await expect.poll(() => numbersOf('short')).toEqual(left);
  }
});

test('A failed pod keeps its revision until it is deleted', async () => {
  await createSet('held', { revisionHistoryLimit: 0, updateStrategy: { type: 'OnDelete' } });
  await expect.poll(async () => (await podsOf('held')).length).toBe(1);
  await change('held', '2');
  await expect.poll(() => numbersOf('held')).toEqual([1, 2]);
  const pod = `${NAMESPACE}/pods/${(await podsOf('held'))[0]?.metadata.name}`;
  await cluster.merge(pod, { metadata: { finalizers: ['example.com/hold'] } });
  await cluster.merge(`${pod}/status`, { status: { phase: 'Failed' } });
  await expect.poll(async () => (await podsOf('held')).length).toBe(2);
  await change('held', '3');
  await expect.poll(() => numbersOf('held')).toEqual([1, 2, 3]);
  await cluster.merge(pod, { metadata: { finalizers: null } });
  await expect.poll(() => numbersOf('held')).toEqual([2, 3]);
});
