import { type RefObject, useEffect, useRef, useState } from 'react';
import { type RowRange, rowHeight, rowsInSight } from '../state/rows-in-sight.ts';

/** Margin around the view in which rows are rendered, in pixels. */
const MARGIN = 200;

/** Before the layout is known: as many rows as most windows show, of the usual height. */
const START = { first: 0, end: 20, height: 37 };

/** The rows of a table to render, and the heights of the fillers that stand for the others. */
export interface RowsInSight extends RowRange {
  readonly above: number;
  readonly below: number;
  readonly fillerAbove: RefObject<HTMLTableRowElement | null>;
  readonly fillerBelow: RefObject<HTMLTableRowElement | null>;
}

/**
 * Returns which rows of a table are in sight, so that the browser lays out and paints only these when the table changes.
 * The browser reports fillers near the view after its regular layout, so that no layout is forced.
 * @param body The table body with the rows and fillers.
 * @param scroller A selector of the scrolled element around the table.
 */
export function useRowsInSight(
  count: number,
  body: RefObject<HTMLTableSectionElement | null>,
  scroller: string,
): RowsInSight {
  const [{ height, ...range }, setRendered] = useState(START);
  const fillerAbove = useRef<HTMLTableRowElement>(null);
  const fillerBelow = useRef<HTMLTableRowElement>(null);
  const first = Math.max(0, Math.min(range.first, count - 1));
  const end = Math.max(first, Math.min(range.end, count));
  const latest = useRef({ count, rendered: { first, end } });
  useEffect(() => {
    latest.current = { count, rendered: { first, end } };
  });
  const [hasAbove, hasBelow] = [first > 0, end < count];
  // biome-ignore lint/correctness/useExhaustiveDependencies: A new observer reports fillers that are still in sight.
  useEffect(() => {
    const update = (view: DOMRectReadOnly): void => {
      const all = body.current?.getBoundingClientRect();
      if (!all || latest.current.rendered.end === latest.current.rendered.first) return;
      const top = fillerAbove.current?.getBoundingClientRect().bottom ?? all.top;
      const bottom = fillerBelow.current?.getBoundingClientRect().top ?? all.bottom;
      const layout = { ...latest.current, rows: { top, bottom }, view };
      const { first, end } = rowsInSight(layout);
      const height = rowHeight(layout);
      setRendered((before) => {
        const isSame = before.first === first && before.end === end && Math.abs(before.height - height) < 1;
        return isSame ? before : { first, end, height };
      });
    };
    const observer = new IntersectionObserver(([entry]) => entry?.rootBounds && update(entry.rootBounds), {
      root: body.current?.closest(scroller) ?? null,
      rootMargin: `${MARGIN}px 0px`,
    });
    for (const { current } of [fillerAbove, fillerBelow]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, [body, scroller, first, end, hasAbove, hasBelow]);
  return { first, end, above: first * height, below: (count - end) * height, fillerAbove, fillerBelow };
}
