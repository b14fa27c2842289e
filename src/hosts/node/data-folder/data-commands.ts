import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import type { DialectName } from '../../../api/dialect.ts';
import { errorText } from '../../../api/error-text.ts';
import type { Snapshot } from '../../../embedding/cluster.ts';
import { replaceContent } from '../../../embedding/data/replace-content.ts';
import { contentOf, entriesOf, takeSnapshot } from '../../../embedding/data/snapshots.ts';
import { readSession } from '../../../embedding/sessions/read-session.ts';
import { endOfSession } from '../../../embedding/sessions/store-session.ts';
import { readSetting } from '../../../server/objects/cluster-settings.ts';
import { MvccStorage } from '../../../storage/mvcc-storage.ts';
import type { Storage } from '../../../storage/storage.ts';
import { DIALECT_SETTING, keepDialect } from '../served-dialect.ts';
import { DataFolder, openDataFolder, writeWhole } from './open-data-folder.ts';

/** Names the standard input or output instead of a file. */
const STANDARD = '-';

/** A snapshot in a file. Snapshots of `snapshot()` have no revision. */
interface ExportedSnapshot extends Snapshot {
  /** The newest revision of the cluster. */
  readonly revision?: number;
}

export interface ServedFolderOptions {
  readonly sync: boolean;
  readonly dialect: DialectName;
}

/**
 * Opens the data folder of a server.
 * @throws FlagError when its cluster has another dialect; Error as `openDataFolder`
 */
export async function openServedFolder(folder: string, { sync, dialect }: ServedFolderOptions): Promise<Storage> {
  const storage = await openDataFolder(folder, { sync });
  try {
    await keepDialect(storage, dialect, folder);
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** Writes the content of a folder to a file, without its history. Returns a report. */
async function exportFolder(folder: string, file = STANDARD): Promise<string> {
  const storage = await openDataFolder(folder, { mustExist: true });
  try {
    const dialect = (await readSetting<DialectName>(storage, DIALECT_SETTING)) ?? 'kubernetes';
    const snapshot = await takeSnapshot(storage, dialect);
    const exported: ExportedSnapshot = { ...snapshot, revision: await storage.revision() };
    const text = `${JSON.stringify(exported)}\n`;
    if (file === STANDARD) return text;
    await writeWhole(file, text);
    return `Exported the cluster in ${folder} to ${file}, which has its secrets and keys.\n`;
  } finally {
    await storage.close();
  }
}

/**
 * Fills a new folder with the output of `exportFolder` or with the end of a saved session, in one commit. Returns a report.
 * @throws Error when the folder has a cluster, or the file has neither
 */
async function importFolder(folder: string, file = STANDARD): Promise<string> {
  const { revision, dialect, content } = await readExport(file);
  const storage = await openDataFolder(folder, revision > 0 ? { firstRevision: revision } : {});
  try {
    if ((await storage.list('', { limit: 1 })).entries.length > 0)
      throw new Error(`${folder} has a cluster: import into a new or an empty folder`);
    const setting = [`/tabplane/settings/${DIALECT_SETTING}`, JSON.stringify(dialect)] as const;
    await replaceContent(storage, new Map([...content, setting]));
    return `Imported ${file === STANDARD ? 'a cluster' : file} into ${folder}.\n`;
  } finally {
    await storage.close();
  }
}

/** Deletes the history of a folder and frees its disk space. Returns a report with both sizes. */
async function compactFolder(folder: string): Promise<string> {
  const before = await sizeOf(folder);
  const journal = await DataFolder.open(folder, { mustExist: true });
  const storage = await MvccStorage.open(journal);
  try {
    await storage.compact(await storage.revision());
    await journal.shrink();
  } finally {
    await storage.close();
  }
  return `Compacted ${folder} from ${megabytes(before)} to ${megabytes(await sizeOf(folder))}.\n`;
}

/** The newest revision of a cluster, its dialect, and what it stored by key. */
interface Exported {
  readonly revision: number;
  readonly dialect: DialectName;
  readonly content: ReadonlyMap<string, string>;
}

async function readExport(file: string): Promise<Exported> {
  const text = await (file === STANDARD ? textOf(process.stdin) : readFile(file, 'utf8'));
  try {
    const snapshot = JSON.parse(text) as ExportedSnapshot;
    if ('kind' in snapshot) {
      const session = readSession(text);
      return { revision: session.newest, dialect: session.dialect, content: endOfSession(session) };
    }
    const { dialect } = entriesOf(snapshot);
    return { revision: snapshot.revision ?? 0, dialect, content: contentOf(snapshot, dialect) };
  } catch (error) {
    throw new Error(`${file} has no export of tabplane: ${errorText(error)}`);
  }
}

/** Returns the size of all files in a folder, in bytes; 0 when the folder does not exist. */
async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(files.map((file) => stat(join(folder, file)).then(({ size }) => size)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The commands on a data folder and a file. Each returns the text to print. */
export const DATA_COMMANDS = { export: exportFolder, import: importFolder, compact: compactFolder };

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
