import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

interface PackageFile {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
}

/** The suffix of the names of notice files. */
export const NOTICES = 'third-party-notices.txt';

/**
 * Returns plugins that write the licenses of all packages with code in a bundle.
 * @param fileName name of the file, beside the bundle
 */
export function thirdPartyNotices(fileName: string): { readonly collect: Plugin; readonly write: Plugin } {
  const folders = new Set<string>();
  const collectFrom = (bundle: Readonly<Record<string, object>>): void => {
    for (const chunk of Object.values(bundle))
      if ('moduleIds' in chunk)
        for (const id of chunk.moduleIds as readonly string[])
          if (id.includes('/node_modules/')) folders.add(packageFolder(id));
  };
  return {
    /** For bundles inside a bundle, such as those of threads, which are complete before the outer one. */
    collect: { name: 'tabplane-collect-packages', generateBundle: (_, bundle) => collectFrom(bundle) },
    write: {
      name: NOTICES,
      apply: 'build',
      generateBundle(_, bundle) {
        collectFrom(bundle);
        this.emitFile({ type: 'asset', fileName, source: noticesOf([...folders]) });
      },
    },
  };
}

/** Returns the nearest folder whose package file has a name; some folders inside packages have only a type. */
function packageFolder(id: string): string {
  for (let folder = dirname(id.replace(/^\0/, '')); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file) && readPackageFile(file).version !== undefined) return folder;
    if (folder === dirname(folder)) throw new Error(`${id} belongs to no package`);
  }
}

const readPackageFile = (file: string): PackageFile => JSON.parse(readFileSync(file, 'utf8')) as PackageFile;

function noticesOf(folders: readonly string[]): string {
  const notices = folders.map((folder) => {
    const { name, version, license } = readPackageFile(join(folder, 'package.json'));
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying|third-?party)/i.test(file));
    const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return [`${name} ${version} (${license})`, ...texts].join('\n\n');
  });
  const sorted = [...new Set(notices)].sort();
  return `${['This folder contains code of these packages.', ...sorted].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
