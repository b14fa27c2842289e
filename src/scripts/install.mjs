/** Installs exactly the packages of the lockfile, unless they are already installed. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { root, runCommand } from './run-command.mjs';

const lockfile = `${root}package-lock.json`;
/** Holds the digest of the lockfile that `node_modules` was installed from. */
const stamp = `${root}node_modules/.tabplane-installed`;

/** Runs `npm ci` if the lockfile differs from the last installed one. Exits if Node is too old. */
export async function install() {
  const [major] = process.versions.node.split('.');
  if (Number(major) < 20) {
    console.error(`Tabplane needs Node 20 or newer. This is Node ${process.version}.`);
    process.exit(1);
  }
  const digest = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  await runCommand('Installing packages (one to two minutes the first time)', 'npm', [
    'ci',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  writeFileSync(stamp, digest);
}
