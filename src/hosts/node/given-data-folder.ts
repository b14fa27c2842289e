import { errorText } from '../../api/error-text.ts';
import { FlagError, type ServerFlags } from '../../server/flags/server-flags.ts';
import type { Storage } from '../../storage/storage.ts';

/** Commands on a data folder: their parameters, and the number of files after the folder. */
const FOLDER_COMMANDS = {
  export: { takes: 'a folder, and the file to write', fewest: 0, most: 1 },
  import: { takes: 'a new folder, and the file to read; - is standard input', fewest: 1, most: 1 },
  compact: { takes: 'a folder', fewest: 0, most: 0 },
};
type FolderCommand = keyof typeof FOLDER_COMMANDS;

export const isFolderCommand = (command: string): command is FolderCommand => Object.hasOwn(FOLDER_COMMANDS, command);

/** Loads native code, which only data folders need. */
const loadDataCommands = () =>
  import('./data-folder/data-commands.ts').catch((error: unknown) => {
    throw new Error(`data folders need the package classic-level, which cannot be loaded here: ${errorText(error)}`);
  });

/** Runs a command on a data folder. Returns the text to print. */
export async function runOnFolder(command: FolderCommand, [folder = '', ...files]: readonly string[]): Promise<string> {
  const { takes, fewest, most } = FOLDER_COMMANDS[command];
  if (folder === '' || folder.startsWith('--') || files.length < fewest || files.length > most)
    throw new FlagError(`tabplane ${command} takes ${takes}`);
  const { DATA_COMMANDS } = await loadDataCommands();
  return DATA_COMMANDS[command](folder, ...files);
}

/** A data folder on the command line. */
interface GivenFolder {
  readonly path: string;
  readonly sync: boolean;
}

export function dataFolderOf(
  options: Readonly<Record<string, readonly string[] | undefined>>,
): GivenFolder | undefined {
  const path = options['data-dir']?.at(-1);
  const sync = options['data-dir-sync']?.at(-1) ?? 'true';
  if (sync !== 'true' && sync !== 'false') throw new FlagError(`--data-dir-sync takes true or false, not ${sync}`);
  if (path !== undefined && options.scenario)
    throw new FlagError('--data-dir cannot be combined with --scenario, which begins anew at each start');
  return path === undefined ? undefined : { path, sync: sync === 'true' };
}

/** @throws FlagError, Error whose message names the option */
export async function openServed({ path, sync }: GivenFolder, { dialect }: ServerFlags): Promise<Storage> {
  const { openServedFolder } = await loadDataCommands();
  try {
    return await openServedFolder(path, { sync, dialect });
  } catch (error) {
    if (error instanceof FlagError) throw error;
    throw new Error(`--data-dir: ${errorText(error)}`);
  }
}
