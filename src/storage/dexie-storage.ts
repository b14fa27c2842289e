import { Dexie, type DexieOptions, type Table } from 'dexie';
import { asGoWrites } from '../api/encoding/go-json.ts';
import { isError } from '../api/realms.ts';
import { type Commit, type Journal, JournalMovedError } from './journal.ts';
import { COMPACTED_ROWS, type LogRow, logRows, newestOf, replayed } from './log-rows.ts';
import type { Snapshot } from './multi-version-map.ts';
import { MvccStorage } from './mvcc-storage.ts';
import { type Entry, type Storage, StorageFullError } from './storage.ts';

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

interface CounterRow {
  readonly name: 'revision' | 'compacted';
  readonly value: number;
}

/**
 * A log of changes, and the objects as they were before it. A commit is written once, to the end of the log. When it is
 * compacted, its changes move to the objects: of all states of an object, only the last one is written again.
 */
class DexieJournal implements Journal {
  readonly #database: Dexie;
  readonly #objects: Table<Entry, string>;
  readonly #log: Table<LogRow, [revision: number, part: number]>;
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
    // The objects of version 1 were the newest ones. Its history is dropped: watches have to list again.
    this.#database
      .version(2)
      .stores({ log: '[revision+part]', history: null })
      .upgrade(async (transaction) => {
        const counters = transaction.table<CounterRow, string>('counters');
        const newest = await counters.get('revision');
        if (newest) await counters.put({ name: 'compacted', value: newest.value });
      });
    // The texts of version 2 were not escaped as Go escapes them.
    this.#database
      .version(3)
      .stores({})
      .upgrade(async (transaction) => {
        await transaction.table<{ value: string }>('objects').toCollection().modify(escapeValue);
        await transaction.table<LogRow>('log').toCollection().modify(escapeChanges);
      });
    this.#objects = this.#database.table('objects');
    this.#log = this.#database.table('log');
    this.#counters = this.#database.table('counters');
  }

  async load(): Promise<Snapshot> {
    if (!this.#database.isOpen()) await this.#database.open();
    return this.#database.transaction('r', this.#objects, this.#log, this.#counters, async () => {
      const [revision, compacted] = await Promise.all([this.#counter('revision'), this.#counter('compacted')]);
      const [objects, ...slices] = await Promise.all([
        this.#objects.toArray(),
        ...slicesOf(compacted, revision).map((slice) =>
          this.#log
            .where('[revision+part]')
            .between(...slice)
            .toArray(),
        ),
      ]);
      this.#revision = revision;
      return { ...replayed(objects, slices.flat(), compacted), revision, compacted };
    });
  }

  async append(commits: readonly Commit[]): Promise<void> {
    const revision = commits.at(-1)?.revision;
    if (revision === undefined) return;
    let transaction: IDBTransaction | undefined;
    try {
      await this.#database.transaction('rw', this.#log, this.#counters, async ({ idbtrans }) => {
        transaction = idbtrans;
        // Sent together, so that the transaction needs only one turn. An error takes back what was written.
        const [found] = await Promise.all([
          this.#counter('revision'),
          this.#log.bulkPut(logRows(commits)),
          this.#counters.put({ name: 'revision', value: revision }),
        ]);
        if (found !== this.#revision) throw new JournalMovedError('another writer changed the database');
      });
    } catch (error) {
      // When the medium is full, the transaction has the reason; its requests only report that they were aborted.
      throw explained(transaction?.error?.name === 'QuotaExceededError' ? transaction.error : error);
    }
    this.#revision = revision;
  }

  async compact(revision: number): Promise<boolean> {
    return this.#database.transaction('rw', this.#objects, this.#log, this.#counters, async () => {
      const rows = await this.#log
        .where('[revision+part]')
        .below([revision + 1])
        .limit(COMPACTED_ROWS)
        .toArray();
      const newest = newestOf(rows);
      await Promise.all([
        this.#counters.put({ name: 'compacted', value: revision }),
        this.#objects.bulkPut([...newest.values()].filter((entry) => entry !== undefined)),
        this.#objects.bulkDelete([...newest].filter(([, entry]) => entry === undefined).map(([key]) => key)),
        this.#log.bulkDelete(rows.map((row) => [row.revision, row.part])),
      ]);
      return rows.length === COMPACTED_ROWS;
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
}

/**
 * Divides the keys of the log into ranges of about the same length. While the browser reads one, the rows of the range before
 * become objects.
 */
function slicesOf(compacted: number, revision: number): (readonly [from: unknown[], to: unknown[]])[] {
  const length = (revision - compacted) / SLICES;
  const bounds = Array.from({ length: SLICES - 1 }, (_, index) => [compacted + Math.ceil(length * (index + 1))]);
  return [...bounds, AFTER_ALL].map((to, index) => [bounds[index - 1] ?? BEFORE_ALL, to]);
}

/** In how many requests the log is read. */
const SLICES = 8;
const BEFORE_ALL = [Number.NEGATIVE_INFINITY];
const AFTER_ALL = [Number.POSITIVE_INFINITY];

/** Escapes the value of an entry. Returns false when it stays the same, so that it is not written again. */
function escapeValue(entry: { value: string }): boolean {
  const { value } = entry;
  entry.value = asGoWrites(value);
  return entry.value !== value;
}

const escapeChanges = ({ changes }: LogRow): boolean =>
  changes.filter(({ current }) => current && escapeValue(current)).length > 0;

/** Returns the error of the port for an error of IndexedDB, which Dexie wraps. */
function explained(error: unknown): unknown {
  for (let cause: unknown = error, depth = 0; isError(cause) && depth < 5; depth++) {
    if (cause instanceof JournalMovedError) return cause;
    if (cause.name === 'QuotaExceededError')
      return new StorageFullError('the storage quota is used up', { cause: error });
    if (CLOSED.has(cause.name))
      return new JournalMovedError('the database was closed', { cause: error, isUndecided: true });
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
