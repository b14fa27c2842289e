/**
 * Makes sure that the packages of the lockfile are installed. Plain JavaScript with nothing but Node's own modules,
 * because it runs before anything is there.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs a command in the project's folder with its output shown; a failure ends the process with the same code. */
export function run(command, args, environment = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } });
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/**
 * Installs by the lockfile, unless what is installed is newer. Not by `npm ci`: it refuses a lockfile that lacks the
 * packages of a platform that the registry at hand does not have, though nobody needs them here.
 */
export function install() {
  const [major] = process.versions.node.split('.');
  if (Number(major) < 20) {
    console.error(`Tabplane needs Node 20 or newer; this is ${process.version}.`);
    process.exit(1);
  }
  const installed = `${root}node_modules/.package-lock.json`;
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${root}package-lock.json`).mtimeMs) return;
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund']);
}
