import { describe, expect, it } from 'vitest';
import { growthOf, type Sample } from './soak.ts';
import { soakNode } from './soak-node.ts';

const MEBIBYTE = 2 ** 20;
const flat: Sample = { heap: 50 * MEBIBYTE, handles: 12, traces: 700, history: 900 };

const samples = (at: (index: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 60 }, (_, index) => ({ ...flat, ...at(index) }));

describe('growth during a run', () => {
  it('is not reported for values that vary without a direction', () => {
    expect(growthOf(samples((index) => ({ heap: (50 + (index % 7)) * MEBIBYTE, history: 900 - (index % 5) })))).toEqual(
      [],
    );
  });

  it('is not reported for what fills during the first third', () => {
    expect(growthOf(samples((index) => ({ heap: Math.min(index, 15) * 4 * MEBIBYTE })))).toEqual([]);
  });

  it('is not reported for traces up to the number that is kept', () => {
    expect(growthOf(samples((index) => ({ traces: 10 * index })))).toEqual([]);
  });

  it.each([
    ['heap', (index: number) => ({ heap: (50 + index) * MEBIBYTE })],
    ['handles', (index: number) => ({ handles: 12 + index })],
    ['traces', (index: number) => ({ traces: 1000 + 20 * index })],
    ['history', (index: number) => ({ history: 900 + 40 * index })],
  ] as const)('is reported for the %s', (name, grow) => {
    expect(growthOf(samples(grow))).toEqual([expect.stringMatching(`^${name} grew from`)]);
  });
});

it('A server under a mixed load answers as expected, and nothing that it holds grows', async () => {
  const { problems, answered, events } = await soakNode({ seconds: 20, samples: 20, kept: 4 });
  expect(problems).toEqual([]);
  expect(answered).toBeGreaterThan(100);
  expect(events).toBeGreaterThan(0);
});
