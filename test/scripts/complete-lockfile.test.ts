import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { completePackages, type LockedPackages, lockfileProblems } from '../../src/scripts/complete-lockfile.mjs';

const PARTIAL: LockedPackages = {
  '': {},
  'node_modules/tool': {
    version: '1.2.3',
    dev: true,
    license: 'MIT',
    optionalDependencies: { '@tool/cli-darwin-arm64': '1.2.3', '@tool/cli-linux-x64-musl': '1.2.3' },
  },
  'node_modules/zebra': { version: '1.0.0' },
};

describe('the lockfile of this project', () => {
  const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
    packages: LockedPackages;
  };

  it('lists the packages of every platform and no download addresses', () => {
    expect(lockfileProblems(packages)).toEqual([]);
  });
});

describe('completing a lockfile', () => {
  it('reports each optional dependency without an entry', () => {
    expect(lockfileProblems(PARTIAL)).toEqual([
      '@tool/cli-darwin-arm64, which node_modules/tool may need, has no entry.',
      '@tool/cli-linux-x64-musl, which node_modules/tool may need, has no entry.',
    ]);
  });

  it('reports recorded download addresses', () => {
    expect(lockfileProblems({ 'node_modules/a': { resolved: 'https://packages.example/a.tgz' } })).toEqual([
      'node_modules/a records a download address.',
    ]);
  });

  it('accepts an entry in a folder above or below the dependent', () => {
    const dependent = { optionalDependencies: { fsevents: '2.3.3' } };
    expect(lockfileProblems({ 'node_modules/a/node_modules/b': dependent, 'node_modules/fsevents': {} })).toEqual([]);
    expect(lockfileProblems({ 'node_modules/a': dependent, 'node_modules/a/node_modules/fsevents': {} })).toEqual([]);
    expect(lockfileProblems({ 'node_modules/a': dependent, 'node_modules/b/node_modules/fsevents': {} })).toHaveLength(
      1,
    );
  });

  it('adds entries with the platform in the name, sorted by path', () => {
    const completed = completePackages(PARTIAL);
    expect(lockfileProblems(completed)).toEqual([]);
    expect(Object.keys(completed)).toEqual([
      '',
      'node_modules/@tool/cli-darwin-arm64',
      'node_modules/@tool/cli-linux-x64-musl',
      'node_modules/tool',
      'node_modules/zebra',
    ]);
    expect(completed['node_modules/@tool/cli-linux-x64-musl']).toEqual({
      version: '1.2.3',
      cpu: ['x64'],
      dev: true,
      libc: ['musl'],
      license: 'MIT',
      optional: true,
      os: ['linux'],
    });
  });

  it('rejects a name without a platform', () => {
    const packages = { 'node_modules/a': { optionalDependencies: { 'a-native': '1.0.0' } } };
    expect(() => completePackages(packages)).toThrow(
      'The package name a-native does not contain an operating system and a processor.',
    );
  });
});
