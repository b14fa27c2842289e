import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from '../../src/scripts/build.mjs';
import { buildTypes } from '../../src/scripts/build-types.mjs';
import { root } from '../../src/scripts/run-command.mjs';

/** Arguments that make npm use its download cache and report only errors. */
const QUIETLY = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

/** Runs npm in a folder. @throws with its output when it fails */
export const npm = async (folder: string, ...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)('npm', [...args, ...QUIETLY], { cwd: folder, shell: process.platform === 'win32' }))
    .stdout;

/** Builds the package from the current sources and packs it into a folder. Returns the path of the file. */
export async function packPackage(folder: string): Promise<string> {
  await build();
  buildTypes();
  const output = await npm(root, 'pack', '--ignore-scripts', '--json', '--pack-destination', folder);
  const [packed] = JSON.parse(output) as [{ filename: string }];
  return join(folder, packed.filename);
}

/** Another project, in a folder outside this project, so that it finds only its own packages. */
export interface Project {
  readonly folder: string;
  remove(): void;
}

/**
 * Copies a project and installs the packed package and the packages of the project's lockfile.
 * @throws when the lockfile does not fit
 */
export async function installInto(source: URL, packed: string): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'tabplane-project-'));
  cpSync(fileURLToPath(source), folder, { recursive: true });
  // An installation would mend the lockfile silently.
  await npm(folder, 'ci', '--dry-run');
  await npm(folder, 'install', packed);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
