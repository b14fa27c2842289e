import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENTRIES, SCRIPTS } from '../../src/scripts/entries.mjs';
import { root } from '../../src/scripts/run-command.mjs';

interface PackageFile {
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>> | string>>;
}
const { bin, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageFile;

describe('the entries of the package', () => {
  it.each(Object.entries(ENTRIES))('%s has a source, and is exported with its types', (name, source) => {
    expect(existsSync(join(root, source))).toBe(true);
    const { types, ...conditions } = exports[name === 'core' ? '.' : `./${name}`] as Readonly<Record<string, string>>;
    expect(types).toBe(source.replace('src/', './dist/types/').replace(/\.ts$/, '.d.ts'));
    expect(Object.values(conditions)).toEqual([`./dist/library/${name}.js`]);
  });

  it('has no exported script without a source', () => {
    const scripts = Object.values(exports).flatMap((target) => (typeof target === 'string' ? [] : [target]));
    expect(scripts).toHaveLength(Object.keys(ENTRIES).length);
  });

  it('has the command line among its scripts', () => {
    expect(Object.keys(SCRIPTS).map((name) => `dist/library/${name}.js`)).toContain(bin.tabplane);
  });
});
