import { hasSameItems } from '../../../api/memory/same-items.ts';
import type { TimeBounds } from './time-range.ts';
import type { TimelineEvent } from './timeline-event.ts';

/**
 * Returns a function that selects the events within bounds. It evaluates them only when they change, or when the bounds
 * pass one of them: a live range moves four times a second while nothing happens. The result is the same array while the
 * selected events are the same.
 */
export function followingBounds(): (events: readonly TimelineEvent[], bounds: TimeBounds) => readonly TimelineEvent[] {
  let before: readonly TimelineEvent[] | undefined;
  let selected: readonly TimelineEvent[] = [];
  /** How far each end of the range may move without a change. */
  let [least, first, last, most] = [0, 0, 0, 0];
  return (events, { from, to }) => {
    if (events === before && from > least && from <= first && to >= last && to < most) return selected;
    before = events;
    [least, first, last, most] = [-Infinity, Infinity, -Infinity, Infinity];
    const found: TimelineEvent[] = [];
    for (const event of events) {
      const { time } = event;
      if (time < from) least = Math.max(least, time);
      else if (time > to) most = Math.min(most, time);
      else {
        found.push(event);
        first = Math.min(first, time);
        last = Math.max(last, time);
      }
    }
    if (!hasSameItems(found, selected)) selected = found;
    return selected;
  };
}
