import { eventChange } from './event-change.ts';
import { laneKeyOf, type TimelineEvent } from './timeline-event.ts';

/** One object and its events. */
export interface Lane {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  /** Oldest first; not empty. */
  readonly events: readonly [TimelineEvent, ...TimelineEvent[]];
}

/**
 * Returns a function that groups events into one lane per object, the last changed first as in the log; bookmarks of a kind
 * share one. A lane is the same object while its events are the same.
 */
export function followingLanes(): (events: readonly TimelineEvent[]) => readonly Lane[] {
  const byKey = new Map<string, Lane>();
  let before: readonly TimelineEvent[] = [];
  let lanes: readonly Lane[] = [];
  return (events) => {
    const { dropped, replaced, added } = eventChange(before, events);
    const parts = { dropped: byLane(before.slice(0, dropped)), replaced: byLane(replaced), added: byLane(added) };
    before = events;
    const changed = new Set(Object.values(parts).flatMap((part) => [...part.keys()]));
    if (changed.size === 0) return lanes;
    for (const key of changed) {
      const former: readonly TimelineEvent[] = byKey.get(key)?.events ?? [];
      const [start, cut] = [parts.dropped.get(key)?.length ?? 0, parts.replaced.get(key)?.length ?? 0];
      const [first, ...others] = [...former.slice(start, former.length - cut), ...(parts.added.get(key) ?? [])];
      if (first) byKey.set(key, laneOf(key, [first, ...others]));
      else byKey.delete(key);
    }
    // Sorted from the last order, because all but a few lanes are in order.
    const kept = lanes.filter((lane) => byKey.get(lane.key) === lane);
    const fresh = [...changed].flatMap((key) => byKey.get(key) ?? []);
    lanes = [...fresh, ...kept].toSorted(byLastChange);
    return lanes;
  };
}

function byLane(events: readonly TimelineEvent[]): Map<string, TimelineEvent[]> {
  const lanes = new Map<string, TimelineEvent[]>();
  for (const event of events) {
    const key = laneKeyOf(event);
    const lane = lanes.get(key);
    if (lane) lane.push(event);
    else lanes.set(key, [event]);
  }
  return lanes;
}

function laneOf(key: string, events: Lane['events']): Lane {
  const { object, resource } = events[0];
  const { name = 'bookmarks', namespace } = object.metadata;
  return { key, kind: resource.kind, name, namespace, events };
}

/** Of the lanes that a list changed at once, bookmarks come last. */
function byLastChange(one: Lane, other: Lane): number {
  const [first, otherFirst] = [one.events[0], other.events[0]];
  return (
    (other.events.at(-1)?.revision ?? 0) - (one.events.at(-1)?.revision ?? 0) ||
    Number(first.type === 'BOOKMARK') - Number(otherFirst.type === 'BOOKMARK') ||
    first.revision - otherFirst.revision ||
    first.id - otherFirst.id
  );
}
