import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOURCE = new URL('../packages/', import.meta.url).pathname;

/** Where programs for tests are kept between runs, outside of the repository. */
export const TOOLS = join(tmpdir(), 'tabplane-tools');

/**
 * Installs the packages of test/clients/packages unless the same lockfile was installed before, and returns their folder.
 * The first time takes up to a minute. The packages are not dependencies of the project because they are large.
 */
export function clientPackages(): string {
  const digest = createHash('sha256')
    .update(readFileSync(join(SOURCE, 'package-lock.json')))
    .digest('hex');
  const folder = join(TOOLS, `packages-${digest.slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(TOOLS, { recursive: true });
  const unfinished = mkdtempSync(join(TOOLS, 'unfinished-'));
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(SOURCE, file), join(unfinished, file));
  const options = ['--legacy-peer-deps', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  execFileSync('npm', ['ci', ...options], { cwd: unfinished });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process installed them concurrently.
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  return folder;
}
