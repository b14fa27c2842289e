import { type RefObject, useMemo } from 'react';
import { type KeyBindings, useKeys } from './use-keys.ts';

interface KeyedTable {
  /** Holds the rows; each has a `data-row` attribute with its index, and a link or an element with `data-focus`. */
  readonly scroller: RefObject<HTMLElement | null>;
  /** Number of rows, rendered or not. */
  readonly count: number;
  /** Scrolls to a row, which renders it. */
  readonly scrollTo: (index: number) => void;
  readonly onToggle: (index: number) => void;
}

/** Moves the focus between the rows of a table with j, k, the arrows, Home and End; x and Space select, m opens the row's menu. */
export function useTableKeys({ scroller, count, scrollTo, onToggle }: KeyedTable): void {
  const bindings = useMemo((): KeyBindings => {
    const rowAt = (index: number) => scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
    const current = (): number | undefined => {
      const row = document.activeElement?.closest<HTMLElement>('[data-row]');
      return row && scroller.current?.contains(row) ? Number(row.dataset.row) : undefined;
    };
    const focus = (index: number): boolean => {
      if (count === 0) return false;
      const target = Math.min(Math.max(index, 0), count - 1);
      scrollTo(target);
      // A row outside the viewport is rendered in the next frame.
      requestAnimationFrame(() => rowAt(target)?.querySelector<HTMLElement>('[data-focus], a')?.focus());
      return true;
    };
    const move = (step: number) => () => {
      const from = current();
      return focus(from === undefined ? 0 : from + step);
    };
    /** Arrows scroll the page unless a row has the focus. */
    const withinRows = (act: (index: number) => boolean) => () => {
      const index = current();
      return index === undefined ? false : act(index);
    };
    const toggle = withinRows((index) => {
      onToggle(index);
      return true;
    });
    return {
      j: move(1),
      k: move(-1),
      ArrowDown: withinRows((index) => focus(index + 1)),
      ArrowUp: withinRows((index) => focus(index - 1)),
      Home: withinRows(() => focus(0)),
      End: withinRows(() => focus(count - 1)),
      x: toggle,
      // On a check box or button, the browser handles Space.
      ' ': () => (document.activeElement?.matches('a') ? toggle() : false),
      m: withinRows((index) => {
        rowAt(index)?.querySelector<HTMLElement>('.tp-row-menu button')?.click();
        return true;
      }),
    };
  }, [scroller, count, scrollTo, onToggle]);
  useKeys(bindings);
}
