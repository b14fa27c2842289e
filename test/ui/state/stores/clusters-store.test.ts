import { describe, expect, it } from 'vitest';
import type { ClusterList, NamedCluster } from '../../../../src/api/named-cluster.ts';
import type { ClustersPort } from '../../../../src/ui/platform-port.ts';
import { createClustersStore } from '../../../../src/ui/state/stores/clusters-store.ts';

const HOME: NamedCluster = { id: 'a', name: 'Home', database: 'a', dialect: 'kubernetes', created: '' };
const listOf = (...clusters: NamedCluster[]): ClusterList => ({ clusters, current: 'a', isDialectChosen: true });

/** The store of a page that shows HOME; other tabs learn of a command's outcome before it returns. */
function store(outcome: () => ClusterList) {
  let inform: (list: ClusterList) => void = () => undefined;
  const port: Pick<ClustersPort, 'shown' | 'loaded' | 'run' | 'subscribe'> = {
    shown: HOME,
    loaded: listOf(HOME),
    run: async () => {
      const list = outcome();
      inform(list);
      return list;
    },
    subscribe: (listener) => {
      inform = listener;
      return () => undefined;
    },
  };
  return createClustersStore(port as ClustersPort);
}

it('a page whose database was deleted from outside must be replaced, and knows why', async () => {
  const clusters = store(() => ({ ...listOf({ ...HOME, database: 'b' }), lost: ['a'] }));
  await clusters.getState().run({ type: 'keep-dialect' });
  expect(clusters.getState().replacement).toBe('lost');
});

describe('a command for a new cluster', () => {
  const create = { type: 'create', name: 'New', dialect: 'kubernetes' } as const;

  it('passes the created cluster to its listener', async () => {
    const made = { ...HOME, id: 'b', name: 'New', database: 'b' };
    const given: NamedCluster[] = [];
    await store(() => listOf(HOME, made))
      .getState()
      .run(create, '/', (cluster) => given.push(cluster));
    expect(given).toEqual([made]);
  });

  it('passes the cluster with its new database to its listener before the page is replaced', async () => {
    const clusters = store(() => listOf({ ...HOME, database: 'b' }));
    const given: unknown[] = [];
    await clusters
      .getState()
      .run({ type: 'reset', id: 'a' }, '/', ({ database }) => given.push(database, clusters.getState().replacement));
    expect(given).toEqual(['b', undefined]);
    expect(clusters.getState().replacement).toBe('here');
  });

  it('does not call its listener when it fails', async () => {
    const given: NamedCluster[] = [];
    const failing = store(() => {
      throw new Error('taken');
    });
    await expect(failing.getState().run(create, '/', (cluster) => given.push(cluster))).rejects.toThrow('taken');
    expect(given).toEqual([]);
  });
});
