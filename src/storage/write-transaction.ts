import type { Dexie, Table } from 'dexie';
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

/** Returns an error and those that it wraps, in Dexie's way or with `cause`. */
export function causesOf(error: unknown): readonly NamedError[] {
  const causes: NamedError[] = [];
  for (let cause = error; isNamed(cause) && causes.length < 5; cause = cause.inner ?? cause.cause) causes.push(cause);
  return causes;
}

/** An error of any class; browsers have classes of their own for some errors of IndexedDB. */
interface NamedError {
  readonly name: string;
  readonly inner?: unknown;
  readonly cause?: unknown;
}

const isNamed = (error: unknown): error is NamedError =>
  typeof error === 'object' && error !== null && 'name' in error && typeof error.name === 'string';
