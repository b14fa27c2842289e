import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '../../../../src/api/debug/session.ts';
import { ClusterRegistry } from '../../../../src/hosts/worker/clusters/cluster-registry.ts';
import { openDexieStorage } from '../../../../src/storage/dexie-storage.ts';

const PAGE = 'page';

const storeOf = () => ({ indexedDB: new IDBFactory(), IDBKeyRange });

/** Creates a database like those of earlier versions. */
async function leaveDatabase(store: ReturnType<typeof storeOf>, name: string): Promise<void> {
  const database = new Dexie(name, store);
  database.version(1).stores({ objects: 'key' });
  await database.open();
  database.close();
}

const databasesIn = async ({ indexedDB }: ReturnType<typeof storeOf>): Promise<(string | undefined)[]> =>
  (await indexedDB.databases()).map(({ name }) => name);

/** Grants every lock at once: Node has no Web Locks. */
const locks = {
  request: async (_: string, held: () => Promise<void>) => {
    await Promise.resolve();
    return held();
  },
};
beforeEach(() => void vi.stubGlobal('navigator', { locks }));
afterEach(() => void vi.unstubAllGlobals());

describe('the stored registry', () => {
  it('adopts the database of earlier versions', async () => {
    const store = storeOf();
    await leaveDatabase(store, 'tabplane');
    const { clusters, isDialectChosen } = await new ClusterRegistry(store).read();
    expect(clusters).toMatchObject([{ database: 'tabplane', dialect: 'cluster' }]);
    expect(isDialectChosen).toBe(true);
  });

  it('shows each command to workers that start later', async () => {
    const store = storeOf();
    const created = await new ClusterRegistry(store).run(
      { type: 'create', name: 'Second', dialect: 'kubernetes' },
      PAGE,
    );
    expect(await new ClusterRegistry(store).read()).toEqual(created);
  });

  it('is unchanged when a command is rejected', async () => {
    const store = storeOf();
    const registry = new ClusterRegistry(store);
    const before = await registry.read();
    await expect(registry.run({ type: 'delete', id: before.current }, PAGE)).rejects.toThrow(/only cluster/);
    expect(await registry.read()).toEqual(before);
  });

  it('is read once, until another worker has changed it', async () => {
    const store = storeOf();
    const registry = new ClusterRegistry(store);
    const before = await registry.read();
    const created = await new ClusterRegistry(store).run({ type: 'create', name: 'Second', dialect: 'cluster' }, PAGE);
    expect(await registry.read()).toBe(before);
    registry.forget();
    expect(await registry.read()).toEqual(created);
  });

  it('is read again after the database was deleted', async () => {
    const store = storeOf();
    const registry = new ClusterRegistry(store);
    await registry.run({ type: 'create', name: 'Second', dialect: 'cluster' }, PAGE);
    await new Dexie('tabplane-clusters', store).delete();
    expect((await registry.read()).clusters.map(({ name }) => name)).toEqual(['Default']);
  });

  it('loses no command when two workers run concurrently', async () => {
    const store = storeOf();
    const workers = [new ClusterRegistry(store), new ClusterRegistry(store)];
    await Promise.all(
      workers.map((worker, index) =>
        worker.run({ type: 'create', name: `Made by ${index}`, dialect: 'cluster' }, PAGE),
      ),
    );
    const { clusters } = await new ClusterRegistry(store).read();
    expect(clusters.map(({ name }) => name).toSorted()).toEqual(['Default', 'Made by 0', 'Made by 1']);
  });

  it('remembers a discarded database until it is deleted', async () => {
    const store = storeOf();
    await leaveDatabase(store, 'tabplane');
    const { current } = await new ClusterRegistry(store).read();
    await new ClusterRegistry(store).run({ type: 'reset', id: current }, PAGE);
    // The worker died here.
    const registry = new ClusterRegistry(store);
    expect((await registry.read()).discarded).toEqual(['tabplane']);
    expect(await databasesIn(store)).toContain('tabplane');
    await registry.deleteDiscarded('tabplane');
    expect(await databasesIn(store)).not.toContain('tabplane');
    expect((await registry.read()).discarded).toEqual([]);
  });
});

describe('a session that is opened', () => {
  const namespace =
    '{"kind":"Namespace","apiVersion":"v1","metadata":{"name":"shop","resourceVersion":"","creationTimestamp":null},"spec":{},"status":{}}';
  const session: Session = {
    ...{ apiVersion: 'debug.tabplane.dev/v1alpha1', kind: 'Session', metadata: {}, format: 1 },
    ...{ dialect: 'kubernetes', hasSecrets: true, time: '2024-01-01T00:00:00Z', oldest: 5, newest: 8 },
    entries: [{ key: '/registry/namespaces/shop', value: namespace, createRevision: 3, revision: 5 }],
    changes: [{ revision: 7, key: '/registry/namespaces/shop', value: null }],
    ...{ traces: [], writes: [] },
  };
  const text = JSON.stringify(session);

  it('becomes a cluster that plays it and runs nothing, with its history in a database of its own', async () => {
    const store = storeOf();
    const { clusters, discarded } = await new ClusterRegistry(store).open('Bug', text, PAGE);
    const opened = clusters.find(({ name }) => name === 'Bug');
    expect(opened).toMatchObject({ dialect: 'kubernetes', playsUntil: 8, awaitsConsent: true });
    expect(discarded).toEqual([]);
    const storage = await openDexieStorage({ name: opened?.database ?? '', ...store });
    expect((await storage.list('/registry/', { revision: 5 })).entries).toMatchObject([
      { value: namespace, revision: 5 },
    ]);
    expect((await storage.list('/registry/')).entries).toEqual([]);
  });

  it.each([
    ['its text is cut off', 'Bug', text.slice(0, -5), /not a saved session/],
    ['its name is taken', 'Default', text, /already exists/],
  ])('changes nothing when %s', async (_, name, given, message) => {
    const store = storeOf();
    const registry = new ClusterRegistry(store);
    const before = await registry.read();
    const databases = await databasesIn(store);
    await expect(registry.open(name, given, PAGE)).rejects.toThrow(message);
    expect(await registry.read()).toEqual(before);
    expect(await databasesIn(store)).toEqual(databases);
  });

  it('keeps its database when an earlier list of discarded ones names it', async () => {
    const store = storeOf();
    const registry = new ClusterRegistry(store);
    const { clusters } = await registry.open('Bug', text, PAGE);
    const { database = '' } = clusters.find(({ name }) => name === 'Bug') ?? {};
    await registry.deleteDiscarded(database);
    expect(await databasesIn(store)).toContain(database);
  });
});
