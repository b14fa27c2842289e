import { openDexieStorage } from '../../src/storage/dexie-storage.ts';
import { durableStorageContract, storageContract } from '../storage/storage-contract.ts';

const cases = [...storageContract, ...durableStorageContract];

/** Runs one clause of the contract in a separate database of this page's IndexedDB. */
const runCase = (index: number): Promise<void> | undefined =>
  cases[index]?.run(() => openDexieStorage({ name: `contract-${index}` }));

Object.assign(globalThis, { runCase });
