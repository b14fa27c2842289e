/** Installs exactly the packages of the lockfile, unless they are installed already. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { root, runCommand } from './run-command.mjs';

const lockfile = `${root}package-lock.json`;
/** Holds the digest of the lockfile by which `node_modules` was installed. */
const stamp = `${root}node_modules/.tabplane-installed`;

/** Installs with `npm ci` when the lockfile differs from the one installed last; ends the process if Node is too old. */
export async function install() {
  const [major] = process.versions.node.split('.');
  if (Number(major) < 20) {
    console.error(`Tabplane needs Node 20 or newer; this is ${process.version}.`);
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
