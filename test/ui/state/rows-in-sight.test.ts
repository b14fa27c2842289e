import { describe, expect, it } from 'vitest';
import { type RowLayout, rowHeight, rowsInSight } from '../../../src/ui/state/rows-in-sight.ts';

/** 1,000 rows of 40 pixels that begin at `top`, some of them rendered, in a view of 800 pixels. */
const layout = (first: number, end: number, top = 0): RowLayout => ({
  count: 1000,
  rendered: { first, end },
  rows: { top: top + first * 40, bottom: top + end * 40 },
  view: { top: 0, bottom: 800 },
});

describe('the rendered rows of a long table', () => {
  it('stay the same while they fill the view', () => {
    const filled = layout(0, 25);
    expect(rowsInSight(filled)).toBe(filled.rendered);
    const scrolled = layout(40, 80, -1700);
    expect(rowsInSight(scrolled)).toBe(scrolled.rendered);
  });

  it('fill the view and half a view around it once a row is missing', () => {
    expect(rowsInSight(layout(0, 20))).toEqual({ first: 0, end: 31 });
    expect(rowsInSight(layout(40, 60, -1640))).toEqual({ first: 31, end: 72 });
    expect(rowsInSight(layout(40, 60, -1560))).toEqual({ first: 29, end: 70 });
  });

  it('follow a long jump', () => {
    expect(rowsInSight(layout(0, 31, -20_000))).toEqual({ first: 490, end: 531 });
    expect(rowsInSight(layout(500, 540, 0))).toEqual({ first: 0, end: 31 });
  });

  it('end at the end of the table', () => {
    expect(rowsInSight(layout(0, 31, -39_200))).toEqual({ first: 970, end: 1000 });
    const few = { ...layout(0, 5), count: 5 };
    expect(rowsInSight(few)).toBe(few.rendered);
  });

  it('are one row when the table is below the view', () => {
    expect(rowsInSight({ ...layout(10, 20, 5000) })).toEqual({ first: 0, end: 1 });
  });

  it('have an average height, because heights differ on narrow screens', () => {
    expect(rowHeight({ rendered: { first: 10, end: 14 }, rows: { top: 100, bottom: 500 } })).toBe(100);
  });
});
