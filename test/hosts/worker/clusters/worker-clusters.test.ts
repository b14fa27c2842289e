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
  return { send, clusterOf, kept };
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
