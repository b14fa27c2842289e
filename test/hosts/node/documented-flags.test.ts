import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_FLAGS } from '../../../src/server/flags/server-flags.ts';

const root = new URL('../../../', import.meta.url);
const table = /\| flag \| meaning.*?\n\n/s.exec(readFileSync(new URL('README.md', root), 'utf8'))?.[0] ?? '';

/** Names in the first column; `-version` continues the flag before it: its group is in `GROUPS`. */
const GROUPS = ['authentication-token-webhook', 'authorization-webhook', 'requestheader', 'oidc'];
const documented = table
  .split('\n')
  .slice(2)
  .flatMap((row) => {
    const names = [...(row.split('|')[1] ?? '').matchAll(/`(--?)([a-z-]+)`/g)];
    const group = GROUPS.find((prefix) => names[0]?.[2]?.startsWith(prefix));
    return names.map(([, dashes, name = '']) => (dashes === '--' ? name : `${group}-${name}`));
  });

/** Of every test but this one. */
const tests = readdirSync(new URL('test/', root), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') && !path.endsWith('documented-flags.test.ts'))
  .map((path) => readFileSync(new URL(`test/${path}`, root), 'utf8'));

describe("README's table of flags", () => {
  it('names every flag of the server', () => {
    expect(Object.keys(DEFAULT_FLAGS).filter((flag) => !documented.includes(flag))).toEqual([]);
  });

  it.each(documented)('--%s is given in a test', (flag) => {
    const given = new RegExp(`(--|'|")${flag}('|"|=| )`);
    expect(tests.some((text) => given.test(text))).toBe(true);
  });
});
