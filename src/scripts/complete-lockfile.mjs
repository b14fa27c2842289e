/**
 * `npm run lockfile`: adds the entries that npm leaves out of package-lock.json for packages of other platforms when the
 * registry at hand does not have them. Without them `npm ci` refuses the lockfile, and an installation on macOS or
 * Windows lacks programs. Run it after every change of the dependencies.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { root } from './run-command.mjs';

/** Names of operating systems and processors as they occur in package names. */
const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/**
 * Names what is wrong with a lockfile's `packages`: optional dependencies without an entry, and entries that record a
 * download address.
 * @returns sentences; none when the lockfile is complete
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

/** Optional dependencies that no `node_modules` folder between the dependent and the root holds. */
function missingEntries(packages) {
  return Object.entries(packages).flatMap(([dependent, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !foldersAbove(dependent).some((folder) => `${folder}node_modules/${name}` in packages))
      .map(([name, version]) => ({ dependent, name, version })),
  );
}

/** Folders where Node looks for a dependency of the package at `path`, the nearest first; each ends with a slash or is ''. */
function foldersAbove(path) {
  const folders = [`${path}/`];
  for (let at = path.lastIndexOf('node_modules/'); at > 0; at = path.lastIndexOf('node_modules/', at - 1))
    folders.push(path.slice(0, at));
  return [...folders, ''];
}

/** The entry that npm would write. Its platform is read from the package's name: `@scope/binding-linux-arm64-musl`. */
function platformEntry(name, version, { dev, license, engines }) {
  if (!/^\d/.test(version)) throw new Error(`${name}@${version}: the version of a platform's package must be exact.`);
  const words = name.split(/[-/]/);
  const system = words.find((word) => SYSTEMS.includes(word));
  const processor = words.find((word) => PROCESSORS.includes(word));
  if (!system || !processor) throw new Error(`The name ${name} tells no operating system and processor.`);
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
