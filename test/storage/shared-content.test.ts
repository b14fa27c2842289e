import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EntrySet } from '../../src/storage/entry-set.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import { CompactedError, type Storage } from '../../src/storage/storage.ts';

const contentOf = async (storage: Storage): Promise<EntrySet> => {
  const { entries, revision } = await storage.list('');
  return new EntrySet(entries, revision);
};

async function write(storage: Storage, key: string, value: string | null): Promise<void> {
  const expected = (await storage.get(key))?.revision ?? 0;
  if (value === null && expected === 0) return;
  await storage.commit([{ key, value, expected }]);
}

async function filled(keys: readonly string[]): Promise<Storage> {
  const storage = await createMemoryStorage({ firstRevision: 300 });
  for (const key of keys) await write(storage, key, `${key} at first`);
  return storage;
}

describe('a memory storage that shares its content', () => {
  it('continues the revisions without the history', async () => {
    const storage = await filled(['/a', '/b']);
    const copy = await createMemoryStorage({ base: await contentOf(storage) });
    expect(await copy.revision()).toBe(302);
    expect(await copy.get('/a')).toEqual(await storage.get('/a'));
    await expect(copy.list('', { revision: 301 })).rejects.toThrow(CompactedError);
    const listed: string[] = [];
    await copy.follow('', {
      changed: (changes) => listed.push(...changes.map(({ key, previous }) => `${key} was ${previous?.value}`)),
    });
    await write(copy, '/a', 'new');
    expect(listed).toEqual(['/a was /a at first']);
    expect((await copy.get('/a'))?.createRevision).toBe(301);
    expect((await copy.list('', { revision: 302 })).entries.map(({ value }) => value)).toEqual([
      '/a at first',
      '/b at first',
    ]);
    expect(await copy.commit([{ key: '/b', value: 'x', expected: 0 }])).toMatchObject({ committed: false, key: '/b' });
  });

  it('does not restore deleted keys when its history is compacted', async () => {
    const copy = await createMemoryStorage({ base: await contentOf(await filled(['/a', '/b'])) });
    await write(copy, '/a', null);
    await copy.compact(await copy.revision());
    expect(await copy.get('/a')).toBeUndefined();
    expect((await copy.list('')).entries.map(({ key }) => key)).toEqual(['/b']);
  });

  it('lists like a storage without shared content, and does not change its base', async () => {
    const key = fc.constantFrom('/a', '/a/1', '/a/2', '/b/1', '/b/2', '/b/3', '/c');
    const change = fc.tuple(key, fc.option(fc.string({ maxLength: 3 })));
    const query = fc.record({
      prefix: fc.constantFrom('', '/a', '/a/', '/b/', '/d'),
      after: fc.option(key, { nil: undefined }),
      limit: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(key), fc.array(change), fc.array(query), async (keys, changes, queries) => {
        const plain = await filled(keys);
        const origin = await filled(keys);
        const before = await origin.list('');
        const copy = await createMemoryStorage({ base: await contentOf(origin) });
        for (const [changed, value] of changes)
          for (const storage of [plain, copy]) await write(storage, changed, value);
        for (const { prefix, after, limit } of queries) {
          const options = { ...(after === undefined ? {} : { after }), ...(limit === undefined ? {} : { limit }) };
          expect(await copy.list(prefix, options)).toEqual(await plain.list(prefix, options));
        }
        expect(await origin.list('')).toEqual(before);
      }),
    );
  });
});
