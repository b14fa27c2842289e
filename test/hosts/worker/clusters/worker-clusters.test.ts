import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ClusterList } from '../../../../src/api/named-cluster.ts';
import { clusterGone } from '../../../../src/hosts/worker/clusters/cluster-gone.ts';
import { ClusterRegistry } from '../../../../src/hosts/worker/clusters/cluster-registry.ts';
import { WorkerClusters } from '../../../../src/hosts/worker/clusters/worker-clusters.ts';

const ADDRESS = 'http://localhost/tabplane/clusters';

beforeEach(() => void vi.stubGlobal('indexedDB', new IDBFactory()));
afterEach(() => void vi.unstubAllGlobals());

/** A worker with open pages, and the databases that it keeps open after each command. */
function workerWith(...pages: string[]) {
  const kept: string[][] = [];
  const clusters = new WorkerClusters({
    registry: new ClusterRegistry({ indexedDB, IDBKeyRange }),
    pages: async () => pages,
    closeOthers: async (shown) => void kept.push(shown.map(({ name }) => name)),
  });
  const send = async (page: string, command: object): Promise<ClusterList> => {
    const response = await clusters.answer(
      new Request(ADDRESS, { method: 'POST', body: JSON.stringify(command) }),
      page,
    );
    return (await response.json()) as ClusterList;
  };
  const clusterOf = async (page: string, headers: Record<string, string> = {}) =>
    (await clusters.clusterFor(new Request('http://localhost/api/v1/pods', { headers }), page))?.name;
  return { send, clusterOf, kept, lose: (database: string) => clusters.lose(database) };
}

const CREATE = { type: 'create', name: 'Second', dialect: 'kubernetes' };

it('answers each page from its own cluster, even after the worker restarts', async () => {
  const first = workerWith('one', 'two');
  await first.send('one', { type: 'show' });
  await first.send('two', { type: 'show' });
  await first.send('two', CREATE);
  const restarted = workerWith('one', 'two');
  expect([await restarted.clusterOf('one'), await restarted.clusterOf('two')]).toEqual(['Default', 'Second']);
  expect(await restarted.clusterOf('new page')).toBe('Second');
});

it('applies commands that another worker runs', async () => {
  const [one, other] = [workerWith('one'), workerWith('one')];
  expect(await one.clusterOf('new page')).toBe('Default');
  await other.send('one', CREATE);
  await expect.poll(() => one.clusterOf('new page')).toBe('Second');
});

it('keeps the clusters of open pages open, and closes the others', async () => {
  const { send, kept } = workerWith('one', 'two');
  await send('one', { type: 'show' });
  await send('two', { type: 'show' });
  await send('two', CREATE);
  const { clusters } = await send('one', { type: 'show', name: 'Second' });
  expect(kept.slice(2)).toEqual([['Default', 'Second'], ['Second']]);
  expect(clusters).toHaveLength(2);
});

it('replaces a database that was deleted from outside, and names the lost one', async () => {
  // The worker deletes what is left of the database.
  vi.stubGlobal('navigator', { locks: { request: async (_: string, act: () => unknown) => act() } });
  const { send, clusterOf, lose, kept } = workerWith('one');
  await send('one', { type: 'show' });
  const { clusters, lost } = await lose('tabplane');
  expect(lost).toEqual(['tabplane']);
  expect(clusters.map(({ name, database }) => [name, database === 'tabplane'])).toEqual([['Default', false]]);
  expect(kept.at(-1)).toEqual(['Default']);
  expect(await clusterOf('one', { 'tabplane-database': 'tabplane' })).toBeUndefined();
  expect(await clusterOf('one', { 'tabplane-database': clusters[0]?.database ?? '' })).toBe('Default');
});

it('says that storage is blocked when the browser does not open the list of clusters', async () => {
  const open = () => {
    throw new DOMException('storage is disabled', 'SecurityError');
  };
  vi.stubGlobal('indexedDB', Object.assign(new IDBFactory(), { open }));
  const { send } = workerWith();
  expect(await send('one', { type: 'show' })).toMatchObject({ isBlocked: true });
});

it('does not answer requests for a database that is not in the list of clusters', async () => {
  const { clusterOf } = workerWith();
  expect(await clusterOf('one', { 'tabplane-database': 'tabplane' })).toBe('Default');
  expect(await clusterOf('one', { 'tabplane-database': 'tabplane-clusters' })).toBeUndefined();
  const response = clusterGone();
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({
    kind: 'Status',
    reason: 'Conflict',
    message: expect.stringMatching(/deleted or reset/),
  });
});
