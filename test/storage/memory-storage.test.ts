import { describe, expect, test } from 'vitest';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import { CompactedError } from '../../src/storage/storage.ts';
import { sharedStorageContract, storageContract } from './storage-contract.ts';
import { agreesWithModel } from './storage-model.ts';

describe('memory storage', () => {
  for (const { name, run } of storageContract) test(name, () => run(() => createMemoryStorage()));

  for (const { name, run } of sharedStorageContract)
    test(name, () =>
      run(async () => {
        const storage = await createMemoryStorage();
        return [storage, storage];
      }),
    );

  test('matches the model at every revision', () => agreesWithModel(() => createMemoryStorage(), 300));

  test('continues from its first revision and reports earlier ones as compacted', async () => {
    const storage = await createMemoryStorage({ firstRevision: 200 });
    expect(await storage.revision()).toBe(200);
    expect(await storage.commit([{ key: 'a', value: '1', expected: 0 }])).toEqual({ committed: true, revision: 201 });
    await expect(storage.changesSince(1)).rejects.toThrow(CompactedError);
  });

  test('fulfills the contract from another first revision', async () => {
    for (const { run } of storageContract) await run(() => createMemoryStorage({ firstRevision: 500 }));
  });

  test('counts what remains after a page in a large collection, now and at past revisions', async () => {
    const storage = await createMemoryStorage();
    const keys = Array.from({ length: 1500 }, (_, index) => `/a/${String(index).padStart(4, '0')}`);
    for (const key of keys) await storage.commit([{ key, value: '1', expected: 0 }]);
    await storage.commit([{ key: '/b/other', value: '1', expected: 0 }]);
    const full = await storage.revision();
    const remaining = async (revision?: number) =>
      (await storage.list('/a/', { after: '/a/0099', limit: 100, ...(revision && { revision }) })).remaining;
    expect(await remaining()).toBe(1300);
    for (const key of keys.slice(700, 900)) {
      const found = await storage.get(key);
      await storage.commit([{ key, value: null, expected: found?.revision ?? 0 }]);
    }
    await storage.commit([{ key: '/a/2000', value: '1', expected: 0 }]);
    expect(await remaining()).toBe(1101);
    expect(await remaining(full)).toBe(1300);
    await storage.compact(await storage.revision());
    expect(await remaining()).toBe(1101);
    await storage.commit([{ key: '/a/0800', value: '2', expected: 0 }]);
    expect(await remaining()).toBe(1102);
  });
});
