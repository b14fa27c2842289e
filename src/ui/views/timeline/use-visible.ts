import { useRef } from 'react';
import type { TimeBounds } from '../../state/timeline/time-range.ts';
import type { TimelineEvent } from '../../state/timeline/timeline-event.ts';

/** Returns the events within bounds; the same array while they do not change. */
export function useVisible(events: readonly TimelineEvent[], { from, to }: TimeBounds): readonly TimelineEvent[] {
  const last = useRef<readonly TimelineEvent[]>([]);
  const visible = events.filter(({ time }) => time >= from && time <= to);
  const isSame = visible.length === last.current.length && visible.every((event, at) => event === last.current[at]);
  if (!isSame) last.current = visible;
  return last.current;
}
