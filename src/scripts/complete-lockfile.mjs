/**
 * `npm run lockfile`: adds the entries that npm omits from package-lock.json for packages of other platforms when the
 * registry does not have them. Without them, `npm ci` rejects the lockfile, and installations on macOS or Windows lack
 * binaries. Run it after every change of dependencies.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { root } from './run-command.mjs';

/** Names of operating systems and processors in package names. */
const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/**
 * Returns the problems of a lockfile's `packages`: optional dependencies without an entry, and entries with a download
 * address.
 * @returns sentences; empty when the lockfile is complete
 */
export function lockfileProblems(packages) {
  return [
    ...missingEntries(packages).map(({ dependent, name }) => `${name}, which ${dependent} may need, has no entry.`),
    ...Object.entries(packages)
      .filter(([, entry]) => entry.resolved)
      .map(([path]) => `${path} records a download address.`),
  ];
}

/** Returns `packages` with an entry for each missing optional dependency, sorted by path as npm writes them. */
export function completePackages(packages) {
  const added = missingEntries(packages).map(({ dependent, name, version }) => [
    `node_modules/${name}`,
    platformEntry(name, version, packages[dependent]),
  ]);
  const entries = [...Object.entries(packages), ...added];
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b, 'en')));
}

/** Returns optional dependencies that no `node_modules` folder between the dependent and the root contains. */
function missingEntries(packages) {
  return Object.entries(packages).flatMap(([dependent, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !foldersAbove(dependent).some((folder) => `${folder}node_modules/${name}` in packages))
      .map(([name, version]) => ({ dependent, name, version })),
  );
}

/**
 * Returns the folders in which Node looks for a dependency of the package at `path`, the nearest first. Each ends with
 * a slash or is ''.
 */
function foldersAbove(path) {
  const folders = [`${path}/`];
  for (let at = path.lastIndexOf('node_modules/'); at > 0; at = path.lastIndexOf('node_modules/', at - 1))
    folders.push(path.slice(0, at));
  return [...folders, ''];
}

/**
 * Returns the entry that npm would write. The platform is parsed from the package name:
 * `@scope/binding-linux-arm64-musl`.
 */
function platformEntry(name, version, { dev, license, engines }) {
  if (!/^\d/.test(version)) throw new Error(`${name}@${version}: a platform package needs an exact version.`);
  const words = name.split(/[-/]/);
  const system = words.find((word) => SYSTEMS.includes(word));
  const processor = words.find((word) => PROCESSORS.includes(word));
  if (!system || !processor)
    throw new Error(`The package name ${name} does not contain an operating system and a processor.`);
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc';
  return {
    version,
    cpu: [processor],
    ...(dev ? { dev } : {}),
    ...(system === 'linux' ? { libc: [libc] } : {}),
    ...(license ? { license } : {}),
    optional: true,
    os: [system],
    ...(engines ? { engines } : {}),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = `${root}package-lock.json`;
  const lockfile = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, `${JSON.stringify({ ...lockfile, packages: completePackages(lockfile.packages) }, null, 2)}\n`);
}
