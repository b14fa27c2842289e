import { Dexie, type DexieOptions, type Table } from 'dexie';
import { asGoWrites } from '../api/encoding/go-json.ts';
import { causesOf } from '../api/error-causes.ts';
import type { WhenIdle } from './committed-state.ts';
import { type Commit, type Journal, JournalMovedError } from './journal.ts';
import { COMPACTED_ROWS, type LogRow, logRows, newestOf, replayed } from './log-rows.ts';
import type { Snapshot } from './multi-version-map.ts';
import { MvccStorage } from './mvcc-storage.ts';
import { type Entry, type Storage, StorageFullError } from './storage.ts';
import { writeAtOnce, writeTransaction } from './write-transaction.ts';

export interface DexieStorageOptions {
  /** Name of the IndexedDB database. */
  readonly name: string;
  /** `strict` waits until the operating system has written to disk; `relaxed` can lose the last commits in a power cut. */
  readonly durability?: 'strict' | 'relaxed';
  /** Revisions of a new database start above this one. */
  readonly firstRevision?: number;
  /** Called when the database was deleted from outside while it was open. The storage continues with an empty one. */
  readonly onEmptied?: () => void;
  /** When to pack what was read. It is packed before the storage is open by default. */
  readonly whenIdle?: WhenIdle;
  /** Replaces the platform's implementation. */
  readonly indexedDB?: DexieOptions['indexedDB'];
  readonly IDBKeyRange?: DexieOptions['IDBKeyRange'];
}

/** Opens a storage in IndexedDB. Its content is read once and served from memory. */
export const openDexieStorage = (options: DexieStorageOptions): Promise<Storage> =>
  MvccStorage.open(new DexieJournal(options), options.whenIdle);

/** Opens the log of a database, to write what no storage could: a history with its revisions. */
export const dexieJournal = (options: DexieStorageOptions): Journal => new DexieJournal(options);

interface CounterRow {
  readonly name: 'revision' | 'compacted';
  readonly value: number;
}

/**
 * A log of changes, and the state of the objects before it. A commit is appended to the log. Compaction moves its
 * changes to the objects, and writes only the last state of each object.
 */
class DexieJournal implements Journal {
  readonly #database: Dexie;
  readonly #objects: Table<Entry, string>;
  readonly #log: Table<LogRow, [revision: number, part: number]>;
  readonly #counters: Table<CounterRow, string>;
  readonly #firstRevision: number;
  readonly #onEmptied: () => void;
  readonly #durability: IDBTransactionDurability;
  /** The newest known revision of the database. */
  #revision = 0;
  #closing = false;

  constructor(options: DexieStorageOptions) {
    const {
      name,
      durability = 'strict',
      firstRevision = 0,
      onEmptied = () => undefined,
      indexedDB,
      IDBKeyRange,
    } = options;
    this.#firstRevision = firstRevision;
    this.#onEmptied = onEmptied;
    this.#durability = durability;
    this.#database = new Dexie(name, {
      chromeTransactionDurability: durability,
      cache: 'disabled',
      ...(indexedDB ? { indexedDB } : {}),
      ...(IDBKeyRange ? { IDBKeyRange } : {}),
    });
    this.#database.version(1).stores({ objects: 'key', history: 'revision', counters: 'name' });
    // In version 1, the objects were the newest state. Its history is dropped, so that watches must list again.
    this.#database
      .version(2)
      .stores({ log: '[revision+part]', history: null })
      .upgrade(async (transaction) => {
        const counters = transaction.table<CounterRow, string>('counters');
        const newest = await counters.get('revision');
        if (newest) await counters.put({ name: 'compacted', value: newest.value });
      });
    // Version 2 did not escape texts like Go.
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
      if (revision < this.#revision) this.#onEmptied();
      this.#revision = revision;
      return { ...replayed(objects, slices.flat(), compacted), revision, compacted };
    });
  }

  async append(commits: readonly Commit[]): Promise<void> {
    const revision = commits.at(-1)?.revision;
    if (revision === undefined) return;
    const options = { stores: ['log', 'counters'], durability: this.#durability };
    await writeAtOnce(this.#database, options, (transaction, refuse) => {
      const counters = transaction.objectStore('counters');
      const newest: IDBRequest<CounterRow | undefined> = counters.get('revision');
      newest.onsuccess = () => {
        if (this.#valueOf(newest.result) !== this.#revision)
          refuse(new JournalMovedError('another writer changed the database'));
      };
      const log = transaction.objectStore('log');
      for (const row of logRows(commits)) log.put(row);
      counters.put({ name: 'revision', value: revision } satisfies CounterRow);
    }).catch(throwExplained);
    this.#revision = revision;
  }

  async compact(revision: number): Promise<boolean> {
    const tables = [this.#objects, this.#log, this.#counters];
    return writeTransaction(this.#database, tables, async () => {
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
    }).catch(throwExplained);
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
    return this.#valueOf(await this.#counters.get(name));
  }

  #valueOf(counter: CounterRow | undefined): number {
    return counter?.value ?? this.#firstRevision;
  }
}

/**
 * Divides the keys of the log into ranges of about equal length. While the browser reads a range, the rows of the
 * previous one are converted to objects.
 */
function slicesOf(compacted: number, revision: number): (readonly [from: unknown[], to: unknown[]])[] {
  const length = (revision - compacted) / SLICES;
  const bounds = Array.from({ length: SLICES - 1 }, (_, index) => [compacted + Math.ceil(length * (index + 1))]);
  return [...bounds, AFTER_ALL].map((to, index) => [bounds[index - 1] ?? BEFORE_ALL, to]);
}

/** Number of requests that read the log. */
const SLICES = 8;
const BEFORE_ALL = [Number.NEGATIVE_INFINITY];
const AFTER_ALL = [Number.POSITIVE_INFINITY];

/** Escapes the value of an entry. Returns false if it is unchanged and need not be written. */
function escapeValue(entry: { value: string }): boolean {
  const { value } = entry;
  entry.value = asGoWrites(value);
  return entry.value !== value;
}

const escapeChanges = ({ changes }: LogRow): boolean =>
  changes.filter(({ current }) => current && escapeValue(current)).length > 0;

/** Throws the storage error for an IndexedDB error, which Dexie wraps. */
function throwExplained(error: unknown): never {
  for (const cause of causesOf(error)) {
    if (cause instanceof JournalMovedError || cause instanceof StorageFullError) throw cause;
    if (CLOSED.has(cause.name))
      throw new JournalMovedError('the database was closed', { cause: error, isUndecided: true });
  }
  throw error;
}

/** Names of errors when the connection closes during a transaction. */
const CLOSED: ReadonlySet<string> = new Set([
  'DatabaseClosedError',
  'InvalidStateError',
  'InvalidState',
  'NotFoundError',
]);
