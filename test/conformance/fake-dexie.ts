import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { openDexieStorage } from '../../src/storage/dexie-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';

/** A Dexie storage of its own, over an IndexedDB in memory. */
export const openFakeDexie = (): Promise<Storage> =>
  openDexieStorage({ name: 'cluster', firstRevision: 300, indexedDB: new IDBFactory(), IDBKeyRange });
