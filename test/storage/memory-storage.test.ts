import { describe, expect, test } from 'vitest';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import { CompactedError } from '../../src/storage/storage.ts';
import { storageContract } from './storage-contract.ts';
import { agreesWithModel } from './storage-model.ts';

describe('a storage in memory', () => {
  for (const { name, run } of storageContract) test(name, () => run(() => createMemoryStorage()));

  test('agrees with a copy of everything at every revision', () => agreesWithModel(() => createMemoryStorage(), 300));

  test('counts on from a first revision, before which nothing is known', async () => {
    const storage = await createMemoryStorage({ firstRevision: 200 });
    expect(await storage.revision()).toBe(200);
    expect(await storage.commit([{ key: 'a', value: '1', expected: 0 }])).toEqual({ committed: true, revision: 201 });
    await expect(storage.changesSince(1)).rejects.toThrow(CompactedError);
  });

  test('keeps its promises from any first revision', async () => {
    for (const { run } of storageContract) await run(() => createMemoryStorage({ firstRevision: 500 }));
  });
});
