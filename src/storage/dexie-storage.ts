import { Dexie, type DexieOptions, type Table } from 'dexie';
import { isError } from '../api/realms.ts';
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

/** A change as it is stored: the entry before it follows from the changes before it. */
type StoredChange = Omit<Change, 'previous'>;
/** Changes that follow each other, written in one transaction. */
interface LogRow {
  /** Of the last change. */
  readonly revision: number;
  /** The place of the row in its transaction. */
  readonly part: number;
  readonly changes: readonly StoredChange[];
}
interface CounterRow {
  readonly name: 'revision' | 'compacted';
  readonly value: number;
}

/**
 * After so many characters of values, a row of the log ends. Few rows are fast to write; but Chromium writes a row of more
 * than 64 KiB to a file of its own.
 */
const ROW_LENGTH = 24_000;

/** How many rows of the log one transaction compacts, for which commits have to wait. */
const COMPACTED_ROWS = 16;

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
    this.#objects = this.#database.table('objects');
    this.#log = this.#database.table('log');
    this.#counters = this.#database.table('counters');
  }

  async load(): Promise<Snapshot> {
    if (!this.#database.isOpen()) await this.#database.open();
    return this.#database.transaction('r', this.#objects, this.#log, this.#counters, async () => {
      const objects = await this.#objects.toArray();
      const rows = await this.#log.orderBy('[revision+part]').toArray();
      this.#revision = await this.#counter('revision');
      const compacted = await this.#counter('compacted');
      return { ...replayed(objects, rows, compacted), revision: this.#revision, compacted };
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

/** Divides the changes of commits into rows of a length that is fast to write. */
function logRows(commits: readonly Commit[]): LogRow[] {
  const rows: LogRow[] = [];
  let changes: StoredChange[] = [];
  let length = 0;
  const endRow = (): void => {
    const last = changes.at(-1);
    if (last) rows.push({ revision: last.revision, part: rows.length, changes });
    changes = [];
    length = 0;
  };
  for (const change of commits.flatMap((commit) => commit.changes)) {
    const { revision, key } = change;
    const current = change.current && entryRow(change.current);
    changes.push({ revision, key, current });
    length += current?.value.length ?? 0;
    if (length >= ROW_LENGTH) endRow();
  }
  endRow();
  return rows;
}

/** Copies an entry member by member, because its value may be computed. */
const entryRow = ({ key, value, createRevision, revision }: Entry): Entry => ({ key, value, createRevision, revision });

/** Returns the last state of every key that rows change; undefined for those that they delete. */
function newestOf(rows: readonly LogRow[]): Map<string, Entry | undefined> {
  const newest = new Map<string, Entry | undefined>();
  for (const { changes } of rows) for (const { key, current } of changes) newest.set(key, current);
  return newest;
}

/** Returns the newest entries, and the changes after the compacted revision. */
function replayed(
  objects: readonly Entry[],
  rows: readonly LogRow[],
  compacted: number,
): Pick<Snapshot, 'entries' | 'changes'> {
  const states = new Map(objects.map((entry) => [entry.key, entry]));
  const changes: Change[] = [];
  for (const { revision, key, current } of rows.flatMap((row) => row.changes)) {
    if (revision > compacted) changes.push({ revision, key, previous: states.get(key), current });
    if (current) states.set(key, current);
    else states.delete(key);
  }
  return { entries: [...states.values()], changes };
}

/** Returns the error of the port for an error of IndexedDB, which Dexie wraps. */
function explained(error: unknown): unknown {
  for (let cause: unknown = error, depth = 0; isError(cause) && depth < 5; depth++) {
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
