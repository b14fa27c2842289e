import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterAll, it } from 'vitest';
import { openEtcdStorage } from '../../src/hosts/node/etcd/etcd-storage.ts';
import { openDexieStorage } from '../../src/storage/dexie-storage.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { EtcdProcess, hasEtcd } from '../helpers/etcd-process.ts';
import { SharedMedium } from '../storage/shared-medium.ts';
import { inProcess } from './in-process.ts';
import { overHttp } from './over-http.ts';
import type { Host } from './replay-scenarios.ts';

/** The revision before the first one that the recorded server wrote, about. */
const firstRevision = 300;

/** Opens a Dexie storage over an IndexedDB in memory. */
const openFakeDexie = (): Promise<Storage> =>
  openDexieStorage({ name: 'cluster', firstRevision, indexedDB: new IDBFactory(), IDBKeyRange });

/** Opens a storage over a simulated network with other writers. */
const openOnSharedMedium = async (): Promise<Storage> => (await SharedMedium.open({ firstRevision })).openStorage();

/** Opens storages on an etcd that they share, each with its own prefix; both are closed after the tests of the file. */
function openOnEtcd(): () => Promise<Storage> {
  const storages: Storage[] = [];
  let etcd: Promise<EtcdProcess> | undefined;
  afterAll(async () => {
    await Promise.all(storages.map((storage) => storage.close()));
    await (await etcd)?.remove();
  });
  let count = 0;
  return async () => {
    etcd ??= EtcdProcess.start();
    const prefix = `/cluster-${++count}`;
    const storage = await openEtcdStorage({ servers: [(await etcd).url], prefix });
    storages.push(storage);
    return storage;
  };
}

/** Returns every host that needs no browser. To be called once in a file of tests. */
export function hostsWithoutBrowser(): readonly Host[] {
  if (!hasEtcd) it.skip('the recorded conversations over etcd need etcd', () => undefined);
  return [
    { name: 'memory', open: inProcess(() => createMemoryStorage({ firstRevision })) },
    { name: 'several writers', open: inProcess(openOnSharedMedium) },
    ...(hasEtcd ? [{ name: 'etcd', open: inProcess(openOnEtcd()) } as const] : []),
    { name: 'Dexie', open: inProcess(openFakeDexie) },
    // Webhooks are called on a port that all servers of the machine share: webhooks-node-host.test.ts.
    { name: 'Node', open: overHttp, includes: ({ webhookFixture }) => !webhookFixture },
  ];
}
