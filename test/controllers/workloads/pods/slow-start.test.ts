import { expect, test } from 'vitest';
import { slowStart } from '../../../../src/controllers/workloads/pods/slow-start.ts';

test('Attempts run in batches of doubling size', async () => {
  const running: number[] = [];
  let active = 0;
  const result = await slowStart(10, async () => {
    active += 1;
    running.push(active);
    await Promise.resolve();
    active -= 1;
  });
  expect(result).toEqual({ successes: 10 });
  expect(running).toEqual([1, 1, 2, 1, 2, 3, 4, 1, 2, 3]);
});

test('No batch follows a batch with a failed attempt', async () => {
  let attempts = 0;
  const result = await slowStart(100, async (index) => {
    attempts += 1;
    if (index === 1) throw new Error('quota');
  });
  expect(attempts).toBe(3);
  expect(result).toEqual({ successes: 2, error: new Error('quota') });
});
