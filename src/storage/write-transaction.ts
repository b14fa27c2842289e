import type { Dexie, Table } from 'dexie';
import { causesOf } from '../api/error-causes.ts';
import { StorageFullError } from './storage.ts';

/** Runs a transaction that writes. @throws StorageFullError; what `work` throws; Dexie's errors */
export async function writeTransaction<T>(
  database: Dexie,
  tables: readonly Table[],
  work: () => Promise<T>,
): Promise<T> {
  let transaction: IDBTransaction | undefined;
  try {
    return await database.transaction('rw', tables, ({ idbtrans }) => {
      transaction = idbtrans;
      return work();
    });
  } catch (error) {
    // When the quota is exceeded, only the transaction has the reason; its requests report that they were aborted.
    if (causesOf(transaction?.error ?? error).some(({ name }) => name === 'QuotaExceededError'))
      throw new StorageFullError('the storage quota is used up', { cause: error });
    throw error;
  }
}
