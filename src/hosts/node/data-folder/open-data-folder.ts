import { mkdir, open, readdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { causesOf, type ErrorCause } from '../../../api/error-causes.ts';
import type { Snapshot } from '../../../storage/multi-version-map.ts';
import { MvccStorage } from '../../../storage/mvcc-storage.ts';
import type { Storage } from '../../../storage/storage.ts';
import { FIRST_REVISION } from '../../platform.ts';
import { DamagedError, isFull, LevelJournal } from './level-journal.ts';

export interface DataFolderOptions {
  /** Whether a commit is on disk when it is acknowledged. Otherwise a power cut can lose the last ones. True by default. */
  readonly sync?: boolean;
  /** Revisions of a new cluster start above this one. */
  readonly firstRevision?: number;
  /** Rejects a folder without a cluster instead of creating one. */
  readonly mustExist?: boolean;
}

/** The folder of the database in a data folder. */
const DATABASE = 'database';

/**
 * A file that contains the latest revision while the database is closed. LevelDB treats a truncated file as one whose
 * last write was interrupted, and drops its end.
 */
const CLOSED = 'closed';

/**
 * The folders that are open in this process. LevelDB would reject a second opening, but lose its lock against other
 * processes.
 */
const OPEN = new Set<string>();

/**
 * Opens the storage in a data folder, which is created unless it exists.
 * @throws Error whose message names the folder and says what is wrong with it; no data in it has changed then
 */
export const openDataFolder = async (folder: string, options: DataFolderOptions = {}): Promise<Storage> =>
  MvccStorage.open(await DataFolder.open(folder, options));

/** The journal of a data folder. No other process can open the folder until it is closed. */
export class DataFolder extends LevelJournal {
  readonly #path: string;
  readonly #folder: string;
  /** Whether the content was found complete and is being changed. */
  #isInUse = false;

  /** @throws Error as `openDataFolder` */
  static async open(folder: string, options: DataFolderOptions = {}): Promise<DataFolder> {
    try {
      await prepare(folder, options.mustExist ?? false);
      const path = await realpath(folder);
      if (OPEN.has(path)) throw new FolderError('is in use by this process');
      OPEN.add(path);
      const opened = new DataFolder(folder, path, options);
      await opened.open().catch((error: unknown) => {
        OPEN.delete(path);
        throw error;
      });
      return opened;
    } catch (error) {
      throw explained(folder, error);
    }
  }

  private constructor(
    folder: string,
    path: string,
    { sync = true, firstRevision = FIRST_REVISION }: DataFolderOptions,
  ) {
    super(join(path, DATABASE), { sync, firstRevision });
    this.#folder = folder;
    this.#path = path;
  }

  override async load(): Promise<Snapshot> {
    try {
      const snapshot = await super.load();
      if (!this.#isInUse) await this.#begin(snapshot.revision);
      return snapshot;
    } catch (error) {
      if (!this.#isInUse) await this.close();
      throw explained(this.#folder, error);
    }
  }

  override async close(): Promise<void> {
    try {
      // Without the file, the next opening merely cannot detect a missing end.
      if (this.#isInUse && (await this.flush())) await this.#markClosed().catch(() => undefined);
    } finally {
      await super.close();
      OPEN.delete(this.#path);
    }
  }

  async #begin(revision: number): Promise<void> {
    const [, closedAt] = /^(\d+)\n$/.exec(await readFile(join(this.#path, CLOSED), 'utf8').catch(() => '')) ?? [];
    if (closedAt !== undefined && Number(closedAt) !== revision)
      throw new DamagedError(`revision ${closedAt} is missing`);
    await rm(join(this.#path, CLOSED), { force: true });
    await syncFolder(this.#path);
    this.#isInUse = true;
  }

  async #markClosed(): Promise<void> {
    await writeWhole(join(this.#path, CLOSED), `${this.revision}\n`);
  }
}

/** Writes a file that only its owner can read. On failure, the file is unchanged or still missing. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const unfinished = `${path}.new`;
  try {
    const handle = await open(unfinished, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes the names in a folder durable. Windows cannot do so, and does not need it. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  await handle.sync();
  await handle.close();
}

/** An error about the folder whose message does not name the folder. */
class FolderError extends Error {}

/** Creates a missing folder and the folder of its database. */
async function prepare(folder: string, mustExist: boolean): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && !mustExist) return [] as string[];
    throw error.code === 'ENOENT' ? new FolderError('does not exist') : error;
  });
  if (!names.includes(DATABASE)) {
    if (names.length > 0)
      throw new FolderError('has files, but no cluster of tabplane: choose a new or an empty folder');
    if (mustExist) throw new FolderError('has no cluster');
  }
  await makeFolder(folder);
  await makeFolder(join(folder, DATABASE));
  const files = await readdir(join(folder, DATABASE));
  // LevelDB would create a new database and delete these files.
  if (!files.includes('CURRENT') && files.some((file) => /\.(ldb|log)$/.test(file)))
    throw new DamagedError(`${DATABASE}/CURRENT is missing`);
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Returns an error whose message is a sentence about the folder. */
function explained(folder: string, error: unknown): Error {
  return new Error(`${folder} ${problemOf(error)}`, { cause: error });
}

function problemOf(error: unknown): string {
  const reasons = causesOf(error);
  const found = reasons.find((reason) => reason instanceof FolderError || reason instanceof DamagedError);
  if (found instanceof FolderError) return found.message;
  const text = reasons.at(-1)?.message ?? String(error);
  if (isFull(error)) return 'is on a disk that is full: free some space, then start again';
  if (found || reasons.some(isDamage)) return `is damaged (${found?.message ?? text}): restore it from a backup`;
  const code = reasons.map(({ code }) => String(code ?? '')).find((one) => Object.hasOwn(PROBLEMS, one));
  return PROBLEMS[code ?? ''] ?? (/denied|Read-only/i.test(text) ? NOT_WRITABLE : `cannot be opened: ${text}`);
}

const NOT_WRITABLE = 'cannot be written: change its permissions, or choose another folder';

/** The problems of a folder, by the error code of LevelDB or the operating system. */
const PROBLEMS: Readonly<Record<string, string>> = {
  LEVEL_LOCKED: 'is in use by another process: stop it, or choose another folder',
  ENOTDIR: 'is not a folder',
  ENOENT: 'cannot be created: the folder above it does not exist',
  EACCES: NOT_WRITABLE,
  EPERM: NOT_WRITABLE,
  EROFS: NOT_WRITABLE,
};

/** LevelDB also reports a truncated table as an invalid argument, and a missing file by its name. */
const isDamage = (error: ErrorCause): boolean =>
  /^Corruption|Invalid argument|No such file/.test(error.message.replace(/^IO error: [^:]*: /, ''));
