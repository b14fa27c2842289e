import { describe, expect, it } from 'vitest';
import { mapConcurrently } from '../../src/client/map-concurrently.ts';

describe('concurrent mapping', () => {
  it('returns the results in the order of the items, whichever ends first', async () => {
    const wait = (turns: number): Promise<void> =>
      turns > 0 ? Promise.resolve().then(() => wait(turns - 1)) : Promise.resolve();
    expect(await mapConcurrently([3, 1, 2], (turns) => wait(turns).then(() => turns * 10))).toEqual([30, 10, 20]);
  });

  it('starts sixteen calls and one more for each that ends', async () => {
    const ends: (() => void)[] = [];
    const all = mapConcurrently(Array.from({ length: 40 }), () => new Promise<void>((resolve) => ends.push(resolve)));
    await Promise.resolve();
    expect(ends.length).toBe(16);
    ends[0]?.();
    await expect.poll(() => ends.length).toBe(17);
    for (let ended = 1; ended < 40; ended++) {
      await expect.poll(() => ends.length > ended).toBe(true);
      ends[ended]?.();
    }
    expect(await all).toHaveLength(40);
  });

  it('fails with the first error', async () => {
    const failing = mapConcurrently([1, 2], async (number) => {
      throw new Error(`item ${number}`);
    });
    await expect(failing).rejects.toThrow('item 1');
  });
});
