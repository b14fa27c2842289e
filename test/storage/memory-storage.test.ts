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
});
