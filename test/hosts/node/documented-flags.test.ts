import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONTROLLER_FLAGS } from '../../../src/controllers/flags/controller-flags.ts';
import { standardText } from '../../../src/hosts/controllers/read-controller-flags.ts';
import { DEFAULT_FLAGS } from '../../../src/server/flags/server-flags.ts';

const root = new URL('../../../', import.meta.url);

/** Flag names in the first columns of the flag tables. Options that only the host has are in another table. */
const documented = [
  ...readFileSync(new URL('docs/flags.md', root), 'utf8').matchAll(/\| flag \| meaning.*?(?:\n\n|\n$)/gs),
].flatMap(([table]) => [...table.matchAll(/^\| `--([a-z-]+)` \|/gm)].map(([, flag = '']) => flag));

/** The texts of all other tests. */
const tests = readdirSync(new URL('test/', root), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') && !path.endsWith('documented-flags.test.ts'))
  .map((path) => readFileSync(new URL(`test/${path}`, root), 'utf8'));

describe('docs/flags.md', () => {
  it('documents exactly the flags of the server', () => {
    expect([...documented].sort()).toEqual(Object.keys(DEFAULT_FLAGS).sort());
  });

  it('documents the flags of controllers, with their defaults', () => {
    const rows = Object.entries(CONTROLLER_FLAGS).map(([name, flag]) => {
      const standard = standardText(flag);
      return `| \`--${name}\` | ${flag.about} | ${standard && `\`${standard}\``} |`;
    });
    const text = readFileSync(new URL('docs/flags.md', root), 'utf8');
    expect(rows.filter((row) => !text.includes(row.trimEnd()))).toEqual([]);
  });

  it.each(documented)('--%s is used in a test', (flag) => {
    const used = new RegExp(`(--|'|")${flag}('|"|=| )`);
    expect(tests.some((text) => used.test(text))).toBe(true);
  });
});
