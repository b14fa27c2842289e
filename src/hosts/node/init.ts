import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGE_VERSION } from '../browser/package-version.ts';

/** The name of the worker's script in a package and in the folder of an application. */
export const WORKER_FILE = 'tabplane-worker.js';

/** The built worker, beside the folder of the library. */
export const BUILT_WORKER = new URL(`../worker/${WORKER_FILE}`, import.meta.url);

/** Matches the first line of a built worker. */
const BANNER = /^\/\*! tabplane (\S+) /;

export interface InitOptions {
  /** The built worker; that of the package by default. */
  readonly source?: URL;
}

/**
 * Copies the worker into a folder of static files. Returns a text that says what was done and what to write next.
 * @throws Error when the folder does not exist, or another file has the worker's name
 */
export async function init(folder: string, { source = BUILT_WORKER }: InitOptions = {}): Promise<string> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder)
    throw new Error(`there is no folder ${folder}: name the folder whose files your host serves, such as public/`);
  const target = join(folder, WORKER_FILE);
  const worker = await readFile(source, 'utf8');
  const existing = await readFile(target, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const version = existing === undefined ? undefined : BANNER.exec(existing)?.[1];
  if (existing !== undefined && version === undefined)
    throw new Error(`${target} is not a worker of tabplane: move it away, or name another folder`);
  if (existing === worker) return `${target} is current (tabplane ${PACKAGE_VERSION}).\n`;
  await writeFile(target, worker);
  if (version !== undefined)
    return `${target} was outdated (tabplane ${version}) and is replaced by that of tabplane ${PACKAGE_VERSION}.\n`;
  return `Copied the worker of tabplane ${PACKAGE_VERSION} to ${target}. Write next, in your page:

  import { startCluster } from 'tabplane/browser';
  const cluster = await startCluster();
`;
}
