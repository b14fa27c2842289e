import { describe, expect, it } from 'vitest';
import { growthOf, type Sample } from './soak.ts';
import { soakNode } from './soak-node.ts';

const MEBIBYTE = 2 ** 20;
/** Seconds for which history is kept, in which 300 revisions are written. */
const KEPT = 30;
const flat = { heap: 50 * MEBIBYTE, handles: 12, traces: 700, history: 310 };

/** Samples of a minute, in which ten revisions are written in a second. */
const samples = (at: (index: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 60 }, (_, index) => ({ ...flat, seconds: index, revision: 1000 + 10 * index, ...at(index) }));

describe('growth during a run', () => {
  it('is not reported for values that vary without a direction', () => {
    expect(
      growthOf(
        samples((index) => ({ heap: (50 + (index % 7)) * MEBIBYTE, history: 310 - (index % 5) })),
        KEPT,
      ),
    ).toEqual([]);
  });

  it('is not reported for what fills during the first third', () => {
    expect(
      growthOf(
        samples((index) => ({ heap: Math.min(index, 15) * 4 * MEBIBYTE })),
        KEPT,
      ),
    ).toEqual([]);
  });

  it('is not reported for traces up to the number that is kept', () => {
    expect(
      growthOf(
        samples((index) => ({ traces: 10 * index })),
        KEPT,
      ),
    ).toEqual([]);
  });

  it('is not reported for a longer history of more writes', () => {
    const revision = (index: number) => 1000 + index ** 2;
    const history = (index: number) => revision(index) - revision(index - KEPT);
    expect(
      growthOf(
        samples((index) => ({ revision: revision(index), history: history(index) })),
        KEPT,
      ),
    ).toEqual([]);
  });

  it.each([
    ['heap', (index: number) => ({ heap: (50 + index) * MEBIBYTE })],
    ['handles', (index: number) => ({ handles: 12 + index })],
    ['traces', (index: number) => ({ traces: 1000 + 20 * index })],
    ['history', (index: number) => ({ history: 310 + 10 * index })],
  ] as const)('is reported for the %s', (name, grow) => {
    expect(growthOf(samples(grow), KEPT)).toEqual([expect.stringMatching(`^${name} grew from`)]);
  });
});

it('A server under a mixed load answers as expected, and nothing that it holds grows', async () => {
  const { problems, answered, events } = await soakNode({ seconds: 20, samples: 20, kept: 4 });
  expect(problems).toEqual([]);
  expect(answered).toBeGreaterThan(100);
  expect(events).toBeGreaterThan(0);
});
