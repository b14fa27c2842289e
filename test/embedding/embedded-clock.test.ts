import { expect, test, vi } from 'vitest';
import { ClusterClock } from '../../src/api/cluster-clock.ts';
import { embeddedClock } from '../../src/embedding/embedded-clock.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import { ManualClock } from '../helpers/manual-clock.ts';

test('A step that was cancelled before it begins starts no controllers, and time does not pass', async () => {
  const clock = new ClusterClock(new ManualClock());
  clock.setRate(0);
  const start = vi.fn(async () => undefined);
  const storage = await createMemoryStorage();
  const steps = embeddedClock(async () => ({ clock, storage, controllers: { start } }));
  const signal = AbortSignal.abort(new Error('cancelled'));
  for (const span of [0, '1h']) await expect(steps.step(span, { signal })).rejects.toThrow('cancelled');
  expect(start).not.toHaveBeenCalled();
  expect(clock.now()).toBe(0);
});
