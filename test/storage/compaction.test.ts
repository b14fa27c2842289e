import { expect, test } from 'vitest';
import type { Clock } from '../../src/api/environment.ts';
import { startCompaction } from '../../src/storage/compaction.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import { CompactedError } from '../../src/storage/storage.ts';

/** A clock that stands until it is moved; callbacks get time to finish their work. */
class ManualClock implements Clock {
  #now = 0;
  #timers: { time: number; callback: () => void }[] = [];
  now(): number {
    return this.#now;
  }
  after(milliseconds: number, callback: () => void): () => void {
    const timer = { time: this.#now + milliseconds, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve));
      const next = this.#timers.sort((a, b) => a.time - b.time).find(({ time }) => time <= end);
      if (!next) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = next.time;
      next.callback();
    }
    this.#now = end;
  }
}

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
