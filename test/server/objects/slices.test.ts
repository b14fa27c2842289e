import { describe, expect, it } from 'vitest';
import { finish, ItemCount, type Steps } from '../../../src/api/steps.ts';
import { yamlToJson, yamlToJsonInSteps } from '../../../src/schema/yaml/yaml-to-json.ts';
import { inSlices, slicesOfLarge } from '../../../src/server/objects/slices.ts';

/** Returns a clock that advances by ten milliseconds on every read and counts its timers. */
function countingClock() {
  let now = 0;
  const clock = {
    turns: 0,
    now: () => (now += 10),
    after(_: number, callback: () => void) {
      clock.turns += 1;
      queueMicrotask(callback);
      return () => undefined;
    },
  };
  return clock;
}

function* counted(count: number): Steps<number> {
  const items = new ItemCount();
  for (let index = 0; index < count; index++) if (items.isDue()) yield;
  return count;
}

const LARGE = 300_000;

describe('work in slices', () => {
  it('returns its result synchronously for a small body', () => {
    expect(inSlices(counted(10_000), slicesOfLarge(1000, countingClock()))).toBe(10_000);
  });

  it('yields to other work between the slices of a large body', async () => {
    const clock = countingClock();
    expect(await inSlices(counted(10_000), slicesOfLarge(LARGE, clock))).toBe(10_000);
    expect(clock.turns).toBeGreaterThan(2);
  });

  it('rejects with the error of a later slice', async () => {
    function* failing(): Steps<never> {
      yield* counted(10_000);
      throw new Error('too much');
    }
    await expect(inSlices(failing(), slicesOfLarge(LARGE, countingClock()))).rejects.toThrow('too much');
  });

  it.each([
    ['a block mapping', (count: number) => 'a: b\n'.repeat(count)],
    ['a block sequence', (count: number) => '- a\n'.repeat(count)],
    ['an indentless sequence', (count: number) => `a:\n${'- a\n'.repeat(count)}`],
    ['a flow mapping', (count: number) => `{${'a: b, '.repeat(count)}}`],
    ['a flow sequence', (count: number) => `[${'a, '.repeat(count)}]`],
    ['aliases', (count: number) => `a: &a 1\nb: [${'*a, '.repeat(count)}]`],
    ['nested sequences', (count: number) => '- - a\n'.repeat(count)],
  ])('reads YAML with many items in short steps: %s', (_, textOf) => {
    const text = textOf(5000);
    const steps = yamlToJsonInSteps(text);
    let yields = 0;
    while (!steps.next().done) yields += 1;
    expect(yields).toBeGreaterThan(4);
    expect(finish(yamlToJsonInSteps(text))).toEqual(yamlToJson(text));
  });
});
