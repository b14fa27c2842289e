import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { ClusterRegistry } from '../../../../src/hosts/worker/clusters/cluster-registry.ts';

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
