import { eventChange } from './event-change.ts';
import { managerOf } from './merge-events.ts';
import type { TimelineEvent, TimelineEventType } from './timeline-event.ts';

export interface TimelineFilter {
  readonly text: string;
  /** None for all. */
  readonly namespaces: readonly string[];
  /** The types to show. */
  readonly types: ReadonlySet<TimelineEventType>;
}

export type EventMatcher = (event: TimelineEvent) => boolean;

/** Returns whether an event has every word of the text in kind, name, namespace, author or version. */
export function eventMatcher({ text, namespaces, types }: TimelineFilter): EventMatcher {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (event) => {
    const { type, resource, object, request } = event;
    const { namespace, name, resourceVersion } = object.metadata;
    if (!types.has(type)) return false;
    if (namespaces.length > 0 && namespace && !namespaces.includes(namespace)) return false;
    if (words.length === 0) return true;
    const searched = [resource.kind, namespace, name, managerOf(event), request?.user, resourceVersion].join('\n');
    return words.every((word) => searched.toLowerCase().includes(word));
  };
}

/**
 * Returns a function that filters events and evaluates only those that changed since its last call. The result is the same
 * array while it has the same events.
 */
export function followingFilter(matches: EventMatcher): (events: readonly TimelineEvent[]) => readonly TimelineEvent[] {
  let before: readonly TimelineEvent[] = [];
  let passed: readonly TimelineEvent[] = [];
  return (events) => {
    const { dropped, replaced, added } = eventChange(before, events);
    const gone = before.slice(0, dropped).filter(matches).length;
    const old = replaced.filter(matches).length;
    const fresh = added.filter(matches);
    before = events;
    if (gone + old + fresh.length > 0) passed = [...passed.slice(gone, passed.length - old), ...fresh];
    return passed;
  };
}
