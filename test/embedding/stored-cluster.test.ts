import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import type { ClusterOptions } from '../../src/embedding/cluster.ts';
import { replaceContent } from '../../src/embedding/data/replace-content.ts';
import { EmbeddedCluster } from '../../src/embedding/embedded-cluster.ts';
import { controlPlane } from '../../src/hosts/control-plane.ts';
import { FIRST_REVISION, systemClock, systemRandom } from '../../src/hosts/platform.ts';
import { openDexieStorage } from '../../src/storage/dexie-storage.ts';

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };
const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

describe('a cluster whose data is stored', () => {
  const indexedDB = new IDBFactory();
  const openStorage = () =>
    openDexieStorage({ name: 'cluster', firstRevision: FIRST_REVISION, indexedDB, IDBKeyRange });
  const open = (options: ClusterOptions = {}) =>
    EmbeddedCluster.open(
      { controllers: false, seed: [configMap('seed')], ...options },
      {
        ...controlPlane,
        ...{ clock: systemClock, random: systemRandom, openStorage, deleteStorage },
        fetch: () => Promise.reject(new TypeError('nothing is reachable from here')),
      },
    );
  const deleteStorage = async () => void indexedDB.deleteDatabase('cluster');
  const namesIn = async (cluster: EmbeddedCluster) =>
    (await cluster.client.list(CONFIG_MAPS)).items.map(({ metadata }) => metadata.name);

  it('keeps its data or loads an edited seed, by its options, and reports which', async () => {
    const edited = { seed: [configMap('edited')] };
    const story: [ClusterOptions, string, string[]][] = [
      [{}, 'loaded', ['seed']],
      [{}, 'unchanged', ['seed']],
      [edited, 'kept', ['seed']],
      [{ ...edited, onSeedChange: 'reset' }, 'reset', ['edited']],
      [{ ...edited, onSeedChange: 'reset' }, 'unchanged', ['edited']],
    ];
    for (const [options, seeded, names] of story) {
      const cluster = await open(options);
      expect([cluster.seeded, await namesIn(cluster)]).toEqual([seeded, names]);
      await cluster.close();
    }
    await (await open(edited)).destroy();
    const anew = await open();
    expect([anew.seeded, await namesIn(anew)]).toEqual(['loaded', ['seed']]);
    await anew.destroy();
  });

  it('loads the seed once, keeps resets and restores, and seeds again after an interrupted reset', async () => {
    let cluster = await open();
    await cluster.load([configMap('later')]);
    await cluster.client.delete({ ...CONFIG_MAPS, name: 'seed' });
    const snapshot = await cluster.snapshot();
    await cluster.close();

    cluster = await open();
    expect(await namesIn(cluster)).toEqual(['later']);
    await cluster.reset();
    await cluster.close();

    cluster = await open();
    expect(await namesIn(cluster)).toEqual(['seed']);
    await cluster.restore(snapshot);
    const { metadata } = await cluster.client.list(CONFIG_MAPS);
    await cluster.close();

    cluster = await open();
    const restored = await cluster.client.list(CONFIG_MAPS);
    expect(restored.items.map(({ metadata }) => metadata.name)).toEqual(['later']);
    expect(Number(restored.metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(metadata.resourceVersion));
    await cluster.close();

    // Simulates a reset whose process died after it deleted the data.
    const storage = await openStorage();
    const revision = await storage.revision();
    await replaceContent(storage, new Map());
    expect(await storage.revision()).toBe(revision + 1);
    await storage.close();
    cluster = await open();
    expect(await namesIn(cluster)).toEqual(['seed']);
    await cluster.close();
  });
});
