import { ClassicLevel } from 'classic-level';
import { causesOf } from '../../../api/error-causes.ts';
import { type Commit, type Journal, JournalMovedError } from '../../../storage/journal.ts';
import {
  COMPACTED_ROWS,
  type LogRow,
  logRows,
  missingRevision,
  newestOf,
  replayed,
} from '../../../storage/log-rows.ts';
import type { Snapshot } from '../../../storage/multi-version-map.ts';
import { type Entry, StorageFullError } from '../../../storage/storage.ts';

export interface LevelJournalOptions {
  /** Whether a commit waits until the operating system has written it to disk. */
  readonly sync: boolean;
  /** Revisions of a new database start above this one. */
  readonly firstRevision: number;
}

/** The content of a database is incomplete. */
export class DamagedError extends Error {}

type Put = { readonly type: 'put'; readonly key: string; readonly value: string };

const LOG = 'log/';
const OBJECTS = 'object/';
const REVISION = 'counter/revision';
const COMPACTED = 'counter/compacted';

/** Returns the key after all keys with a prefix that ends with a slash. */
const endOf = (prefix: string): string => `${prefix.slice(0, -1)}0`;
const padded = (value: number): string => String(value).padStart(16, '0');
const logKey = (revision: number, part = 0): string => `${LOG}${padded(revision)}/${padded(part)}`;
/** Keys are stored as UTF-8, which cannot represent lone surrogates. JSON escapes them. */
const objectKey = (key: string): string => OBJECTS + JSON.stringify(key);

/**
 * A log of changes, and the objects before it, in a LevelDB of this process. The log has the same form as in IndexedDB.
 * Changes that are written together are stored completely or not at all.
 */
export class LevelJournal implements Journal {
  readonly #database: ClassicLevel;
  readonly #options: LevelJournalOptions;
  /** The newest revision that was stored. */
  #revision = 0;
  /** Whether a write has failed. LevelDB could lose later writes until it has read its files again. */
  #isBroken = false;

  constructor(location: string, options: LevelJournalOptions) {
    // Nothing is read twice, so a cache would only use memory.
    this.#database = new ClassicLevel(location, { cacheSize: 0 });
    this.#options = options;
  }

  get revision(): number {
    return this.#revision;
  }

  /** Opens the database, which locks out other processes. @throws Error with LevelDB's error as `cause` */
  open(): Promise<void> {
    return this.#database.open();
  }

  async load(): Promise<Snapshot> {
    const objects = parsed<Entry>(await this.#database.values({ gte: OBJECTS, lt: endOf(OBJECTS) }).all());
    const rows = parsed<LogRow>(await this.#database.values({ gte: LOG, lt: endOf(LOG) }).all());
    if (objects.length === 0 && rows.length === 0) await this.#begin();
    const [revision, compacted] = [await this.#counter(REVISION), await this.#counter(COMPACTED)];
    const missing = missingRevision(rows, { revision, compacted });
    if (missing !== undefined) throw new DamagedError(`revision ${missing} is missing`);
    this.#revision = revision;
    return { ...replayed(objects, rows, compacted), revision, compacted };
  }

  async append(commits: readonly Commit[]): Promise<void> {
    const revision = commits.at(-1)?.revision;
    if (revision === undefined) return;
    const rows = logRows(commits).map((row): Put => put(logKey(row.revision, row.part), row));
    await this.#write([...rows, put(REVISION, revision)], this.#options.sync);
    this.#revision = revision;
  }

  async compact(revision: number): Promise<boolean> {
    const range = { gte: LOG, lt: logKey(revision + 1), limit: COMPACTED_ROWS };
    const found = await this.#database.iterator(range).all();
    const newest = newestOf(parsed(found.map(([, row]) => row)));
    await this.#write(
      [
        put(COMPACTED, revision),
        ...[...newest].map(([key, entry]) =>
          entry ? put(objectKey(key), entry) : ({ type: 'del', key: objectKey(key) } as const),
        ),
        ...found.map(([key]) => ({ type: 'del', key }) as const),
      ],
      // The next commit makes it durable: LevelDB writes in order.
      false,
    );
    return found.length === COMPACTED_ROWS;
  }

  /** Frees the disk space of deleted data. */
  shrink(): Promise<void> {
    return this.#database.compactRange('', '~');
  }

  onLost(): void {
    // A database is lost only with its process.
  }

  /** Makes everything durable. Returns whether the files are known to end with the latest revision. */
  async flush(): Promise<boolean> {
    if (this.#isBroken) return false;
    await this.#write([put(REVISION, this.#revision)], true);
    return true;
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  async #write(operations: readonly (Put | { readonly type: 'del'; readonly key: string })[], sync: boolean) {
    try {
      if (this.#isBroken) await this.#reopen();
      await this.#database.batch([...operations], { sync });
    } catch (error) {
      if (error instanceof JournalMovedError) throw error;
      this.#isBroken = true;
      throw isFull(error) ? new StorageFullError('the disk of the data folder is full', { cause: error }) : error;
    }
  }

  /** Initializes the counters of a new, empty database. */
  async #begin(): Promise<void> {
    if ((await this.#database.get(REVISION)) !== undefined) return;
    const { firstRevision } = this.#options;
    await this.#write([put(REVISION, firstRevision), put(COMPACTED, firstRevision)], true);
  }

  async #reopen(): Promise<void> {
    await this.#database.close();
    await this.#database.open();
    this.#isBroken = false;
    if ((await this.#counter(REVISION)) !== this.#revision)
      throw new JournalMovedError('a write that seemed to fail was stored', { isUndecided: true });
  }

  async #counter(key: string): Promise<number> {
    const value = await this.#database.get(key);
    if (value === undefined) throw new DamagedError(`${key} is missing`);
    return Number(value);
  }
}

const put = (key: string, value: unknown): Put => ({ type: 'put', key, value: JSON.stringify(value) });

function parsed<T>(texts: readonly string[]): T[] {
  try {
    return texts.map((text) => JSON.parse(text) as T);
  } catch (error) {
    throw new DamagedError('a row cannot be read', { cause: error });
  }
}

/** The operating system's reasons: the disk is full, the quota is used up, or files may not grow further. */
const FULL = /No space left on device|Disk quota exceeded|File too large|not enough space on the disk/;

/** Reports whether an error of LevelDB, which has only a text, says that the disk is full. */
export const isFull = (error: unknown): boolean => causesOf(error).some(({ message }) => FULL.test(message));
