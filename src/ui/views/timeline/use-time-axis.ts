import { useCallback, useEffect, useState } from 'react';
import { useApplication } from '../../hooks/use-application.ts';
import { useRepeating } from '../../hooks/use-repeating.ts';
import { clusterTime } from '../../state/stores/cluster-clock-store.ts';
import { boundsOf, rangeText, readRange, revealing, type TimeRange } from '../../state/timeline/time-range.ts';
import { zoomedAround, zoomedSpan } from '../../state/timeline/time-scale.ts';

/** Milliseconds between updates of a live axis. */
const TICK = 250;
/** Milliseconds before changes update the address: browsers limit how often it may change. */
const SETTLE = 300;

/** The visible time range and the functions that change it. */
export interface TimeAxis {
  readonly range: TimeRange;
  readonly from: number;
  readonly to: number;
  /** The current time, or the time at which the axis was paused. */
  readonly now: number;
  /** Whether the range ends now. */
  readonly isLive: boolean;
  /** Zooms around a time, by default the selected event, which keeps its position or is centered. */
  zoom(factor: number, around?: number): void;
  pan(milliseconds: number): void;
  show(range: TimeRange): void;
  /** Pans to show a time. */
  reveal(time: number): void;
  goLive(): void;
}

interface TimeAxisOptions {
  readonly isPaused: boolean;
  /** Range in the address. */
  readonly text: string | undefined;
  /** Updates the address. */
  readonly onChange: (text: string) => void;
  /** Time of the oldest event. */
  readonly first: number | undefined;
  /** Time of the selected event. */
  readonly selected: number | undefined;
}

export function useTimeAxis({ isPaused, text, onChange, first, selected }: TimeAxisOptions): TimeAxis {
  const now = useTicking(isPaused);
  const [range, show] = useRange(text, onChange);
  const bounds = boundsOf(range, now, first);
  const { from, to } = bounds;
  const isLive = range.type !== 'between';
  const between = (shown: { readonly from: number; readonly to: number }) => show({ type: 'between', ...shown });
  return {
    ...{ range, from, to, now, isLive, show },
    zoom(factor, around = selected) {
      if (around !== undefined) between(zoomedAround(revealing(bounds, around), factor, around));
      else if (isLive) show({ type: 'last', span: zoomedSpan(to - from, factor) });
      else between(zoomedAround(bounds, factor, (from + to) / 2));
    },
    pan(milliseconds) {
      const shown = { from: from + milliseconds, to: to + milliseconds };
      if (milliseconds > 0 && shown.to >= now) show({ type: 'last', span: to - from });
      else between(shown);
    },
    reveal(time) {
      const shown = revealing(bounds, time);
      if (shown !== bounds) between(shown);
    },
    goLive: () => show({ type: 'last', span: to - from }),
  };
}

/** Returns the cluster's time, updated regularly unless paused. */
function useTicking(isPaused: boolean): number {
  const { clusterClock, platform } = useApplication();
  const read = useCallback(
    () => clusterTime(clusterClock.getState(), platform.clock.now()),
    [clusterClock, platform.clock],
  );
  const [now, setNow] = useState(read);
  const tick = useCallback(() => setNow(read()), [read]);
  useRepeating(isPaused ? undefined : tick, { interval: TICK });
  return now;
}

/** Returns the range of the address, or the pending one while it changes. */
function useRange(text: string | undefined, onChange: (text: string) => void) {
  const { clock } = useApplication().platform;
  const [draft, setDraft] = useState<{ readonly range: TimeRange; readonly insteadOf: string | undefined }>();
  useEffect(() => {
    if (draft) return clock.after(SETTLE, () => onChange(rangeText(draft.range)));
  }, [clock, draft, onChange]);
  const show = (range: TimeRange) => setDraft({ range, insteadOf: text });
  // Once the address has changed, it takes precedence.
  return [draft && draft.insteadOf === text ? draft.range : readRange(text), show] as const;
}
