import { useEffect, useState } from 'react';
import { useApplication } from '../../hooks/use-application.ts';
import { zoomedSpan } from '../../state/time-scale.ts';

/** Milliseconds between two looks at the clock while the axis moves with it. */
const TICK = 250;
const FIRST_SPAN = 2 * 60_000;

/** The stretch of time that is shown, and the ways to change it. */
export interface TimeAxis {
  readonly from: number;
  readonly to: number;
  /** The time now, or when the axis was stopped. */
  readonly now: number;
  /** Whether the end moves with the clock. */
  readonly isLive: boolean;
  /** Zooms around a time; without one around the end. */
  zoom(factor: number, around?: number): void;
  pan(milliseconds: number): void;
  goLive(): void;
}

export function useTimeAxis(isPaused: boolean): TimeAxis {
  const { clock } = useApplication().platform;
  const [span, setSpan] = useState(FIRST_SPAN);
  const [end, setEnd] = useState<number>();
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    if (isPaused) return;
    let cancel = clock.after(0, tick);
    function tick() {
      setNow(clock.now());
      cancel = clock.after(TICK, tick);
    }
    return () => cancel();
  }, [clock, isPaused]);
  // A little room at the end, so that what has just arrived is not cut by the border.
  const margin = span / 40;
  const to = end ?? now + margin;
  const moveTo = (wanted: number) => setEnd(wanted >= now + margin ? undefined : wanted);
  return {
    from: to - span,
    to,
    now,
    isLive: end === undefined,
    zoom(factor, around = to) {
      const zoomed = zoomedSpan(span, factor);
      setSpan(zoomed);
      if (end !== undefined || around < to) moveTo(around + ((to - around) * zoomed) / span);
    },
    pan: (milliseconds) => moveTo(to + milliseconds),
    goLive: () => setEnd(undefined),
  };
}
