import { Dexie, type DexieOptions, type Table } from 'dexie';
import { type Commit, type Journal, JournalMovedError } from './journal.ts';
import type { Snapshot } from './multi-version-map.ts';
import { MvccStorage } from './mvcc-storage.ts';
import { type Change, type Entry, type Storage, StorageFullError } from './storage.ts';

export interface DexieStorageOptions {
  /** Name of the IndexedDB database. */
  readonly name: string;
  /** `strict` waits until the operating system has written to disk; `relaxed` can lose the last commits in a power cut. */
  readonly durability?: 'strict' | 'relaxed';
  /** Revisions of a new database start above this one. */
  readonly firstRevision?: number;
  /** Replaces the platform's implementation. */
  readonly indexedDB?: DexieOptions['indexedDB'];
  readonly IDBKeyRange?: DexieOptions['IDBKeyRange'];
}

/** Opens a storage in IndexedDB. Its content is read once and served from memory. */
export const openDexieStorage = (options: DexieStorageOptions): Promise<Storage> =>
  MvccStorage.open(new DexieJournal(options));

/**
 * A commit as it is stored, with the previous entries only: the entry after it is the previous one of the next change
 * of the key, or its newest state.
 */
interface HistoryRow {
  readonly revision: number;
  readonly changes: readonly { readonly key: string; readonly previous?: Entry }[];
}
interface CounterRow {
  readonly name: 'revision' | 'compacted';
  readonly value: number;
}

class DexieJournal implements Journal {
  readonly #database: Dexie;
  readonly #objects: Table<Entry, string>;
  readonly #history: Table<HistoryRow, number>;
  readonly #counters: Table<CounterRow, string>;
  readonly #firstRevision: number;
  /** The newest known revision of the database. */
  #revision = 0;
  #closing = false;

  constructor({ name, durability = 'strict', firstRevision = 0, indexedDB, IDBKeyRange }: DexieStorageOptions) {
    this.#firstRevision = firstRevision;
    this.#database = new Dexie(name, {
      chromeTransactionDurability: durability,
      cache: 'disabled',
      ...(indexedDB ? { indexedDB } : {}),
      ...(IDBKeyRange ? { IDBKeyRange } : {}),
    });
    this.#database.version(1).stores({ objects: 'key', history: 'revision', counters: 'name' });
    this.#objects = this.#database.table('objects');
    this.#history = this.#database.table('history');
    this.#counters = this.#database.table('counters');
  }

  async load(): Promise<Snapshot> {
    if (!this.#database.isOpen()) await this.#database.open();
    return this.#database.transaction('r', this.#objects, this.#history, this.#counters, async () => {
      const entries = await this.#objects.toArray();
      const rows = await this.#history.orderBy('revision').toArray();
      this.#revision = await this.#counter('revision');
      const compacted = await this.#counter('compacted');
      return { entries, changes: changesOf(rows, entries), revision: this.#revision, compacted };
    });
  }

  async append(commits: readonly Commit[]): Promise<void> {
    const last = commits.at(-1);
    if (!last) return;
    let transaction: IDBTransaction | undefined;
    try {
      await this.#database.transaction('rw', this.#objects, this.#history, this.#counters, async ({ idbtrans }) => {
        transaction = idbtrans;
        if ((await this.#counter('revision')) !== this.#revision) {
          throw new JournalMovedError('another writer changed the database');
        }
        await this.#write(commits, last.revision);
      });
    } catch (error) {
      // When the medium is full, the transaction has the reason; its requests only report that they were aborted.
      throw explained(transaction?.error?.name === 'QuotaExceededError' ? transaction.error : error);
    }
    this.#revision = last.revision;
  }

  async compact(revision: number): Promise<void> {
    await this.#database.transaction('rw', this.#history, this.#counters, async () => {
      await this.#history.where('revision').belowOrEqual(revision).delete();
      await this.#counters.put({ name: 'compacted', value: revision });
    });
  }

  onLost(listener: () => void): void {
    this.#database.on('close', () => {
      if (!this.#closing) listener();
    });
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#database.close();
  }

  async #counter(name: CounterRow['name']): Promise<number> {
    return (await this.#counters.get(name))?.value ?? this.#firstRevision;
  }

  async #write(commits: readonly Commit[], revision: number): Promise<void> {
    const newest = new Map<string, Entry | undefined>();
    for (const { changes } of commits) for (const { key, current } of changes) newest.set(key, current);
    const puts = [...newest.values()].filter((entry) => entry !== undefined).map(entryRow);
    const deletes = [...newest].filter(([, entry]) => entry === undefined).map(([key]) => key);
    // Sent and awaited together, so that the transaction needs only one turn.
    await Promise.all([
      this.#objects.bulkPut(puts),
      this.#objects.bulkDelete(deletes),
      this.#history.bulkPut(commits.map(rowOf)),
      this.#counters.put({ name: 'revision', value: revision }),
    ]);
  }
}

const rowOf = ({ revision, changes }: Commit): HistoryRow => ({
  revision,
  changes: changes.map(({ key, previous }) => (previous ? { key, previous: entryRow(previous) } : { key })),
});

const entryRow = ({ key, value, createRevision, revision }: Entry): Entry => ({ key, value, createRevision, revision });

/** Follows the history back from the newest state to find the entry after each change. */
function changesOf(rows: readonly HistoryRow[], entries: readonly Entry[]): Change[] {
  const states = new Map<string, Entry | undefined>(entries.map((entry) => [entry.key, entry]));
  const changes: Change[] = [];
  for (const { revision, changes: rowChanges } of rows.toReversed()) {
    for (const { key, previous } of rowChanges.toReversed()) {
      changes.push({ revision, key, previous, current: states.get(key) });
      states.set(key, previous);
    }
  }
  return changes.reverse();
}

/** Returns the error of the port for an error of IndexedDB, which Dexie wraps. */
function explained(error: unknown): unknown {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; depth++) {
    if (cause instanceof JournalMovedError) return cause;
    if (cause.name === 'QuotaExceededError')
      return new StorageFullError('the storage quota is used up', { cause: error });
    if (CLOSED.has(cause.name)) return new JournalMovedError('the database was closed', { cause: error });
    cause = 'inner' in cause ? cause.inner : cause.cause;
  }
  return error;
}

/** Names of the errors of a connection that was closed during a transaction. */
const CLOSED: ReadonlySet<string> = new Set([
  'DatabaseClosedError',
  'InvalidStateError',
  'InvalidState',
  'NotFoundError',
]);
