import { expect, test } from 'vitest';
import { startCompaction } from '../../src/storage/compaction.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import { CompactedError } from '../../src/storage/storage.ts';
import { ManualClock } from '../manual-clock.ts';

test('history is kept for the retention and forgotten afterwards', async () => {
  const [storage, clock] = [await createMemoryStorage(), new ManualClock()];
  const stop = startCompaction(storage, clock, 1000);
  await storage.commit([{ key: 'a', value: '1', expected: 0 }]);
  await clock.advance(500);
  await storage.commit([{ key: 'b', value: '1', expected: 0 }]);
  await clock.advance(400);
  expect(await storage.changesSince(0)).toHaveLength(2);
  await clock.advance(400);
  await expect(storage.changesSince(0)).rejects.toThrow(CompactedError);
  expect(await storage.changesSince(1)).toHaveLength(1);
  stop();
  await clock.advance(5000);
  expect(await storage.changesSince(1)).toHaveLength(1);
});
