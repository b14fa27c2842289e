import { expect, test } from 'vitest';
import { ConcurrencyLimit } from '../../../../src/controllers/workloads/pods/concurrency-limit.ts';

test('Tasks start in order as soon as a slot is free, even after other tasks failed', async () => {
  const limit = new ConcurrencyLimit(2);
  const begun: number[] = [];
  const ends: ((isOk: boolean) => void)[] = [];
  const results = [0, 1, 2, 3].map((number) =>
    limit.run(async () => {
      begun.push(number);
      if (!(await new Promise<boolean>((resolve) => ends.push(resolve)))) throw new Error(`${number} failed`);
      return number;
    }),
  );
  const settled = Promise.allSettled(results);
  expect(begun).toEqual([0, 1]);
  ends[1]?.(false);
  await expect(results[1]).rejects.toThrow('1 failed');
  expect(begun).toEqual([0, 1, 2]);
  ends[0]?.(true);
  await results[0];
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[2]?.(true);
  ends[3]?.(true);
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
});
