import { useRef } from 'react';
import type { TimeBounds } from '../../state/timeline/time-range.ts';
import type { TimelineEvent } from '../../state/timeline/timeline-event.ts';

/** The events within bounds; the same array as before while they are the same, though the bounds move. */
export function useVisible(events: readonly TimelineEvent[], { from, to }: TimeBounds): readonly TimelineEvent[] {
  const last = useRef<readonly TimelineEvent[]>([]);
  const visible = events.filter(({ time }) => time >= from && time <= to);
  const isSame = visible.length === last.current.length && visible.every((event, at) => event === last.current[at]);
  if (!isSame) last.current = visible;
  return last.current;
}
