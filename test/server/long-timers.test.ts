import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock, systemRandom } from '../../src/hosts/platform.ts';
import { Compaction } from '../../src/server/post-start-hooks/compaction.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import { createWholeServer } from './whole-server.ts';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('A watch of more than 24 days stays open until its timeout', async () => {
  const { get } = await createWholeServer({
    // The check of the server's own objects every 10 seconds would run 300,000 times.
    clock: {
      now: systemClock.now,
      after: (milliseconds, callback) =>
        milliseconds === 10 * SECOND ? () => undefined : systemClock.after(milliseconds, callback),
    },
    flags: { 'event-history-seconds': 31_536_000 },
  });
  const { body } = await get('/api/v1/pods?watch=1&timeoutSeconds=3000000');
  const ended = vi.fn();
  const reader = body?.getReader();
  void reader?.closed.then(ended);
  await vi.advanceTimersByTimeAsync(3_000_000 * SECOND - 1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
});

test('A history of a year is compacted ten times a year', async () => {
  const storage = await createMemoryStorage();
  const looked = vi.spyOn(storage, 'revision');
  const compaction = new Compaction({
    ...{ storage, clock: systemClock, random: systemRandom, reportProblem: vi.fn() },
    retentionMilliseconds: 365 * DAY,
  });
  await compaction.start();
  await vi.advanceTimersByTimeAsync(365 * DAY - 1);
  await compaction.close();
  expect(looked).toHaveBeenCalledTimes(10);
});
