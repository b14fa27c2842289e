import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { openDexieStorage } from '../../src/storage/dexie-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';

/** Opens a new Dexie storage over an in-memory IndexedDB. */
export const openFakeDexie = (): Promise<Storage> =>
  openDexieStorage({ name: 'cluster', firstRevision: 300, indexedDB: new IDBFactory(), IDBKeyRange });
