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
    throw fullOr(error, transaction?.error ?? error);
  }
}

export interface WriteAtOnceOptions {
  readonly stores: readonly string[];
  readonly durability: IDBTransactionDurability;
}

/**
 * Runs a transaction whose requests are all sent by `send`, which may call `refuse` while it handles a result, to store
 * nothing. It needs no promise of Dexie for each request; these take a twentieth of the time of a write.
 * @throws StorageFullError; what `refuse` was given or `send` throws; errors of IndexedDB and of opening the database
 */
export async function writeAtOnce(
  database: Dexie,
  { stores, durability }: WriteAtOnceOptions,
  send: (transaction: IDBTransaction, refuse: (error: Error) => void) => void,
): Promise<void> {
  // A connection that another context has closed is opened again, as Dexie does for its own transactions.
  if (!database.isOpen()) await database.open();
  const transaction = database.backendDB().transaction(stores, 'readwrite', { durability });
  return new Promise((resolve, reject) => {
    let refusal: unknown;
    const refuse = (error: unknown): void => {
      refusal = error;
      transaction.abort();
    };
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => {
      const error = transaction.error ?? new DOMException('the transaction was aborted', 'AbortError');
      reject(refusal ?? fullOr(error, error));
    };
    try {
      send(transaction, refuse);
    } catch (error) {
      refuse(error);
    }
  });
}

/** Returns the error that says that the quota is used up, if that is the cause; otherwise `error`. */
const fullOr = (error: unknown, cause: unknown): unknown =>
  causesOf(cause).some(({ name }) => name === 'QuotaExceededError')
    ? new StorageFullError('the storage quota is used up', { cause: error })
    : error;
