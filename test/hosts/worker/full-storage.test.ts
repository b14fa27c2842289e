import { describe, expect, it } from 'vitest';
import { watchForFullness } from '../../../src/hosts/worker/full-storage.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';
import { StorageFullError, type Write } from '../../../src/storage/storage.ts';

const write = (key: string, length: number, expected = 0): Write => ({ key, value: 'x'.repeat(length), expected });

/** A storage that refuses values of more than `space` characters. */
async function limitedStorage(space: number) {
  const storage = await createMemoryStorage();
  const commit = storage.commit.bind(storage);
  const medium = { space };
  Object.assign(storage, {
    commit: async (writes: readonly Write[]) => {
      if (writes.some(({ value }) => String(value).length > medium.space)) throw new StorageFullError('full');
      return commit(writes);
    },
  });
  return { storage, medium, isFull: watchForFullness(storage) };
}

describe('a storage that has refused a commit', () => {
  it('is full, also after a smaller commit was stored', async () => {
    const { storage, isFull } = await limitedStorage(10);
    expect(isFull()).toBe(false);
    await expect(storage.commit([write('/object', 50)])).rejects.toThrow(StorageFullError);
    await storage.commit([write('/lease', 5)]);
    expect(isFull()).toBe(true);
  });

  it('is full for an object with a 64-bit integer, too', async () => {
    const { storage, isFull } = await limitedStorage(10);
    const value = { apiVersion: 'v1', kind: 'Long', metadata: { name: 'a' }, number: 2n ** 62n };
    await expect(storage.commit([{ key: '/object', value, expected: 0 }])).rejects.toThrow(StorageFullError);
    expect(isFull()).toBe(true);
  });

  it('stays full when a larger commit has a conflict', async () => {
    const { storage, medium, isFull } = await limitedStorage(10);
    await expect(storage.commit([write('/object', 50)])).rejects.toThrow(StorageFullError);
    medium.space = 100;
    expect(await storage.commit([write('/object', 60, 7)])).toMatchObject({ committed: false });
    expect(isFull()).toBe(true);
  });

  it('is no longer full when a commit of that size was stored', async () => {
    const { storage, medium, isFull } = await limitedStorage(10);
    await expect(storage.commit([write('/object', 50)])).rejects.toThrow(StorageFullError);
    medium.space = 100;
    await storage.commit([write('/object', 50)]);
    expect(isFull()).toBe(false);
  });

  it('is no longer full when history was dropped', async () => {
    const { storage, isFull } = await limitedStorage(10);
    await expect(storage.commit([write('/object', 50)])).rejects.toThrow(StorageFullError);
    await storage.compact(await storage.revision());
    expect(isFull()).toBe(false);
  });
});
