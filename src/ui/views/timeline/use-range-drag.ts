import { type CSSProperties, type PointerEvent, useState } from 'react';
import { type TimeScale, timeAt } from '../../state/timeline/time-scale.ts';
import type { TimeAxis } from './use-time-axis.ts';

/** Minimum length of a drag in pixels. */
const SHORTEST_DRAG = 5;

/** Returns the handlers for selecting a time range by dragging over the ruler. */
export function useRangeDrag(scale: TimeScale, axis: TimeAxis) {
  /** Times, because the scale can move during the drag. */
  const [drag, setDrag] = useState<{ readonly start: number; readonly end: number }>();
  const timeOf = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) =>
    timeAt(scale, clientX - currentTarget.getBoundingClientRect().left);
  const perPixel = (scale.to - scale.from) / Math.max(scale.width, 1);
  const ends = drag && [Math.min(drag.start, drag.end), Math.max(drag.start, drag.end)];
  const [from = 0, to = 0] = ends ?? [];
  const selection: CSSProperties | undefined = drag && {
    left: (from - scale.from) / perPixel,
    width: (to - from) / perPixel,
  };
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ start: timeOf(event), end: timeOf(event) });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (drag) setDrag({ ...drag, end: timeOf(event) });
    },
    onPointerUp() {
      if (drag && to - from >= SHORTEST_DRAG * perPixel) axis.show({ type: 'between', from, to });
      setDrag(undefined);
    },
    onPointerCancel: () => setDrag(undefined),
  };
  return { selection, handlers };
}
