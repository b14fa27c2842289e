import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, inject, it } from 'vitest';
import { ENTRIES } from '../../src/scripts/entries.mjs';
import { importsOf } from './imports-of.ts';

const folder = join(inject('consumer'), 'node_modules/tabplane');
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
};
const library = join(folder, 'dist/library');

const scripts = readdirSync(library).filter((name) => name.endsWith('.js'));
/** Entries for Node only. */
const FOR_NODE = ['node', 'vite'];
const forBrowsers = Object.keys(ENTRIES).filter((name) => !FOR_NODE.includes(name));
const packageOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

describe('the packed file', () => {
  it('passes publint', async () => {
    const tarball = readFileSync(inject('packed')).buffer;
    const { messages, pkg } = await publint({ pack: { tarball }, level: 'suggestion', strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  it('has types that match its scripts, for every module resolution that supports ES modules', async () => {
    const data = createPackageFromTarballData(new Uint8Array(readFileSync(inject('packed'))));
    const result = await checkPackage(data, { excludeEntrypoints: ['./tabplane-worker.js'] });
    const problems = result.types === false ? ['no types'] : result.problems;
    // The package has ES modules only. CommonJS can require them since Node 20.19. TypeScript's oldest mode ignores `exports`.
    const expected = (problem: (typeof problems)[number]): boolean =>
      typeof problem === 'object' &&
      'resolutionKind' in problem &&
      (problem.resolutionKind === 'node10' || problem.kind === 'CJSResolvesToESM');
    expect(problems.filter((problem) => !expected(problem))).toEqual([]);
  });

  it('contains only the files that users need', () => {
    const files = execFileSync('tar', ['-tzf', inject('packed')], { encoding: 'utf8' })
      .trim()
      .split('\n');
    const folders = new Set(
      files.map((path) =>
        path
          .split('/')
          .slice(1, path.includes('/dist/') ? 3 : 2)
          .join('/'),
      ),
    );
    expect([...folders].sort()).toEqual([
      ...[
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'dist/app',
        'dist/library',
        'dist/types',
        'dist/worker',
        'package.json',
      ],
    ]);
    expect(files.filter((path) => /\.test\.|\.map$|\.tsx?$/.test(path) && !path.endsWith('.d.ts'))).toEqual([]);
  });

  it('depends only on the packages that its files import', () => {
    const declarations = join(folder, 'dist/types');
    const files = [
      ...scripts.map((name) => join(library, name)),
      ...readdirSync(declarations, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.d.ts'))
        .map((name) => join(declarations, name)),
    ];
    const imported = files.flatMap(importsOf);
    const packages = imported.filter((name) => !name.startsWith('.') && !isBuiltin(name)).map(packageOf);
    const { dependencies, optionalDependencies, peerDependencies } = manifest;
    const declared = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    expect([...new Set(packages)].sort()).toEqual(declared.sort());
  });

  it('has the licenses of the packages that its bundles contain', () => {
    const packagesIn = (name: string): string[] =>
      [...readFileSync(join(folder, 'dist', name), 'utf8').matchAll(/^-{80}\n\n(\S+) /gm)].map(
        ([, title]) => title ?? '',
      );
    // The sandbox is a separate bundle inside the app.
    expect(packagesIn('app/third-party-notices.txt')).toEqual(
      expect.arrayContaining(['monaco-editor', 'quickjs-emscripten-core', 'react-dom']),
    );
    for (const worker of ['app/sw.third-party-notices.txt', 'worker/third-party-notices.txt'])
      expect(packagesIn(worker)).toEqual(expect.arrayContaining(['dexie', 'jose']));
  });

  it.each(forBrowsers)('imports no Node modules from %s', (name) => {
    expect(importsBehind(name).filter((imported) => isBuiltin(imported))).toEqual([]);
  });

  it('lets a page without a bundler import the entry for pages', () => {
    expect(importsBehind('browser')).toEqual([]);
  });

  it('has no `any` in its declarations', () => {
    const declarations = readdirSync(join(folder, 'dist/types'), { recursive: true, encoding: 'utf8' });
    const loose = declarations
      .filter((name) => name.endsWith('.d.ts'))
      .filter((name) => /[:<|(,]\s*any\b(?!\s*(number|time))/.test(withoutComments(join(folder, 'dist/types', name))));
    expect(loose).toEqual([]);
  });
});

/** Returns the packages and Node modules that an entry imports, directly or through chunks. */
function importsBehind(entry: string): readonly string[] {
  const reached = new Set([`./${entry}.js`]);
  for (const name of reached)
    if (name.startsWith('./')) for (const imported of importsOf(join(library, name))) reached.add(imported);
  return [...reached].filter((name) => !name.startsWith('./'));
}

const withoutComments = (file: string): string => readFileSync(file, 'utf8').replace(/\/\*.*?\*\/|\/\/.*$/gms, '');
