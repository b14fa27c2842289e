import { expect, test } from 'vitest';
import { positionOf, ticksOf, timeAt, zoomedSpan } from '../../../../src/ui/state/timeline/time-scale.ts';

const SCALE = { from: 1_000, to: 61_000, width: 600 };

test('times map to pixels linearly', () => {
  expect(positionOf(SCALE, 31_000)).toBe(300);
  expect(timeAt(SCALE, 300)).toBe(31_000);
});

test('ticks are at round times with a minimum distance', () => {
  expect(ticksOf(SCALE, 90)).toEqual([10_000, 20_000, 30_000, 40_000, 50_000, 60_000]);
  expect(ticksOf({ ...SCALE, width: 120 }, 90)).toEqual([60_000]);
});

test('zooming has limits', () => {
  expect(zoomedSpan(60_000, 0.5)).toBe(30_000);
  expect(zoomedSpan(6_000, 0.1)).toBe(5_000);
});
