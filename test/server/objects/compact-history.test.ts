import { describe, expect, it } from 'vitest';
import { compactHistory } from '../../../src/server/objects/compact-history.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';
import { CompactedError } from '../../../src/storage/storage.ts';

/** Returns a storage with a number of revisions, and a clock by which each compaction takes a slice. */
async function open(revisions: number) {
  const storage = await createMemoryStorage({ firstRevision: 1000 });
  for (let revision = 0; revision < revisions; revision++)
    await storage.commit([{ key: `key-${revision}`, value: '1', expected: 0 }]);
  const compactions: number[] = [];
  let now = 0;
  const clock = {
    turns: 0,
    now: () => now,
    after(_: number, callback: () => void) {
      clock.turns += 1;
      queueMicrotask(callback);
      return () => undefined;
    },
  };
  const counting = {
    ...storage,
    compact(revision: number) {
      now += 20;
      compactions.push(revision);
      return storage.compact(revision);
    },
  };
  return { storage: counting, clock, compactions, changesSince: (revision: number) => storage.changesSince(revision) };
}

describe('the compaction of a history', () => {
  it('yields to other work between its steps', async () => {
    const { storage, clock, compactions, changesSince } = await open(12_000);
    await compactHistory(storage, clock, 13_000);
    expect(compactions).toEqual([5000, 10_000, 13_000]);
    expect(clock.turns).toBe(2);
    await expect(changesSince(12_999)).rejects.toThrow(CompactedError);
    expect(await changesSince(13_000)).toEqual([]);
  });

  it('has one step when little of the history is left', async () => {
    const { storage, clock, compactions } = await open(12_000);
    await compactHistory(storage, clock, 13_000, 9000);
    expect(compactions).toEqual([13_000]);
    expect(clock.turns).toBe(0);
  });

  it('begins at the oldest revision that can be retained', async () => {
    const { storage, clock, compactions } = await open(0);
    await compactHistory(
      { ...storage, compact: async (revision) => void compactions.push(revision) },
      clock,
      1_000_000,
    );
    expect(compactions.at(0)).toBe(945_000);
    expect(compactions).toHaveLength(12);
  });
});
