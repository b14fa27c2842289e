import { describe, expect, test } from 'vitest';
import {
  boundsOf,
  localTimeText,
  RANGES,
  rangeText,
  readRange,
  revealing,
} from '../../../../src/ui/state/timeline/time-range.ts';
import { positionOf, zoomedAround } from '../../../../src/ui/state/timeline/time-scale.ts';

const MINUTE = 60_000;

describe('a range in an address', () => {
  test.each([
    ['1m', { type: 'last', span: MINUTE }],
    ['90s', { type: 'last', span: 90_000 }],
    ['1h', { type: 'last', span: 60 * MINUTE }],
    ['all', { type: 'all' }],
    ['2026-01-01T00:00:00.000Z..2026-01-01T00:05:00.250Z', { type: 'between', from: 1767225600000, to: 1767225900250 }],
  ])('%s is parsed and formatted unchanged', (text, range) => {
    expect(readRange(text)).toEqual(range);
    expect(rangeText(readRange(text))).toBe(text);
  });

  test.each([undefined, '', '0m', '5d', 'soon', '2026-01-01..2025-01-01', '2026-01-01..', '2026-01-01'])(
    'that is missing or invalid (%s) defaults to the last 15 minutes',
    (text) => expect(readRange(text)).toEqual({ type: 'last', span: 15 * MINUTE }),
  );

  test('is offered in address form', () => {
    for (const range of RANGES) expect(rangeText(readRange(range))).toBe(range);
  });

  test('has whole seconds after a zoom', () => {
    expect(rangeText({ type: 'last', span: 7_400 })).toBe('7s');
    expect(rangeText({ type: 'last', span: 119_900 })).toBe('2m');
  });
});

test('bounds end shortly after the current time, and begin before the first event when all events are shown', () => {
  const last = boundsOf({ type: 'last', span: 4000 }, 10_000);
  expect(last).toEqual({ from: 6100, to: 10_100 });
  const all = boundsOf({ type: 'all' }, 100_000, 20_000);
  expect(all.from).toBeLessThan(20_000);
  expect(all.to).toBeGreaterThan(100_000);
  expect(boundsOf({ type: 'between', from: 1, to: 2 }, 10)).toEqual({ from: 1, to: 2 });
});

test('zooming keeps the position of its center', () => {
  const bounds = { from: 0, to: 600_000 };
  for (const factor of [0.5, 2, 0.8]) {
    const zoomed = zoomedAround(bounds, factor, 150_000);
    expect(zoomed.to - zoomed.from).toBeCloseTo(600_000 * factor);
    expect(positionOf({ ...zoomed, width: 400 }, 150_000)).toBeCloseTo(100);
  }
});

test('a time outside the bounds is centered, and a time inside them changes nothing', () => {
  const bounds = { from: 100, to: 200 };
  expect(revealing(bounds, 150)).toBe(bounds);
  expect(revealing(bounds, 1000)).toEqual({ from: 950, to: 1050 });
});

test('inputs show local times', () => {
  expect(Date.parse(localTimeText(1767225600000))).toBe(1767225600000);
});
