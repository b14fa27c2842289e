import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

const SERVER = join(import.meta.dirname, '../../../src/server');

const sources = readdirSync(SERVER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name));

/** Returns the server files that match `pattern`, relative to src/server. */
const filesWith = (pattern: RegExp): string[] =>
  sources
    .filter((path) => pattern.test(readFileSync(path, 'utf8')))
    .map((path) => relative(SERVER, path))
    .sort();

it('only the commit step creates, updates and removes stored objects', () => {
  expect(filesWith(/\b(objects|store)\.(create|update|remove)\(/)).toEqual(['write/steps/commit.ts']);
});

it('only the object store, cluster settings, keys and server addresses write to storage', () => {
  expect(filesWith(/\bstorage\.commit\(/)).toEqual([
    'identity/certificate-authority.ts',
    'identity/service-account-keys.ts',
    'objects/cluster-settings.ts',
    'objects/object-store.ts',
    'post-start-hooks/own-objects/server-addresses.ts',
  ]);
});

it('write plans do not import each other', () => {
  const plans = join(SERVER, 'write/plans');
  const importing = readdirSync(plans).filter((name) =>
    /from '\.\/(?!\.)/.test(readFileSync(join(plans, name), 'utf8')),
  );
  expect(importing).toEqual([]);
});
