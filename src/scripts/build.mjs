/** Builds the app, its service worker and the library, unless the sources are unchanged since the last build. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, runCommand } from './run-command.mjs';

/** The sources of a build, relative to the project root. */
const SOURCES = [
  ...['src', 'public', 'docs', 'README.md', 'index.html'],
  ...['vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'],
];

/** Holds the digest of the sources of the last complete build. */
const stamp = `${root}dist/.sources`;

/** The order matters: the worker's build puts its script beside the app's files. */
const STEPS = [
  ['Building the app', []],
  ['Building the service worker', ['--mode', 'worker']],
  ['Building the worker for pages of other projects', ['--mode', 'embedded']],
  ['Building the library and the command line', ['--mode', 'library']],
];

/** Tests run in the environment `test`, for which React would be built for development, with slower rendering. */
const ENVIRONMENT = { NODE_ENV: 'production' };

/** Builds everything when a source has changed since the last build. */
export async function build() {
  const digest = digestOfSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  rmSync(stamp, { force: true });
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  for (const [title, mode] of STEPS) {
    await runCommand(title, process.execPath, [vite, 'build', ...mode, '--logLevel', 'warn'], ENVIRONMENT);
  }
  writeFileSync(stamp, digest);
}

/** Returns the digest of every source's path and content, and of the setting that builds a page without a worker. */
function digestOfSources() {
  const hash = createHash('sha256').update(process.env.TABPLANE_PROXY ?? '');
  for (const file of SOURCES.flatMap(filesBelow)) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function filesBelow(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build();
