import { expect, test, vi } from 'vitest';
import { Compaction } from '../../../src/server/post-start-hooks/compaction.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';
import { CompactedError } from '../../../src/storage/storage.ts';
import { noRandom } from '../../client/scripted-server.ts';
import { ManualClock } from '../../helpers/manual-clock.ts';

async function open() {
  const [storage, clock, reportProblem] = [await createMemoryStorage(), new ManualClock(), vi.fn()];
  const compaction = new Compaction({ storage, clock, random: noRandom, reportProblem, retentionMilliseconds: 1000 });
  return { storage, clock, reportProblem, compaction };
}

test('history is compacted after the retention period', async () => {
  const { storage, clock, compaction } = await open();
  await compaction.start();
  await storage.commit([{ key: 'a', value: '1', expected: 0 }]);
  await clock.advance(500);
  await storage.commit([{ key: 'b', value: '1', expected: 0 }]);
  await clock.advance(400);
  expect(await storage.changesSince(0)).toHaveLength(2);
  await clock.advance(400);
  await expect(storage.changesSince(0)).rejects.toThrow(CompactedError);
  expect(await storage.changesSince(1)).toHaveLength(1);
  await compaction.close();
  await clock.advance(5000);
  expect(await storage.changesSince(1)).toHaveLength(1);
});

test('the last 10,000 revisions from before the start are kept', async () => {
  const { storage, clock, compaction } = await open();
  for (let revision = 0; revision < 10_005; revision++)
    await storage.commit([{ key: 'a', value: `${revision}`, expected: revision }]);
  await compaction.start();
  await clock.advance(0);
  await expect(storage.changesSince(4)).rejects.toThrow(CompactedError);
  expect(await storage.changesSince(5)).toHaveLength(10_000);
  await compaction.close();
});

test('a failed compaction is reported and retried', async () => {
  const { storage, clock, reportProblem, compaction } = await open();
  vi.spyOn(storage, 'compact').mockRejectedValueOnce(new Error('no space left'));
  await storage.commit([{ key: 'a', value: '1', expected: 0 }]);
  await compaction.start();
  await clock.advance(1500);
  expect(reportProblem).toHaveBeenCalledWith(
    'compacting the history failed',
    expect.objectContaining({ message: 'no space left' }),
  );
  await expect(storage.changesSince(0)).rejects.toThrow(CompactedError);
  await compaction.close();
});

test('the last 50,000 revisions within the retention period are kept', async () => {
  const { storage, clock, compaction } = await open();
  await compaction.start();
  await clock.advance(0);
  for (let revision = 0; revision < 60_005; revision++)
    await storage.commit([{ key: 'a', value: `${revision}`, expected: revision }]);
  await clock.advance(0);
  await expect(storage.changesSince(10_000)).rejects.toThrow(CompactedError);
  expect(await storage.changesSince(10_005)).toHaveLength(50_000);
  await compaction.close();
});
