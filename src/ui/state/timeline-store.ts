import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ManagedFieldsEntry } from '../../api/kinds/meta-v1.generated.ts';
import type { ApiObject, GroupVersionResource } from '../../api/object.ts';
import { isSame } from './object-difference.ts';

export type TimelineEventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
export const TIMELINE_EVENT_TYPES: readonly TimelineEventType[] = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'];

/** An event of a watch as it arrived. */
export interface TimelineEvent {
  /** Rises by one per event. */
  readonly id: number;
  /** Milliseconds since 1970, when the event arrived here. */
  readonly time: number;
  readonly type: TimelineEventType;
  readonly resource: GroupVersionResource & { readonly kind: string };
  /** Of a bookmark only its kind and version. */
  readonly object: ApiObject;
  /** The state of the object before; absent for the first one that was seen. */
  readonly previous: ApiObject | undefined;
  /** Who wrote it, as its managed fields say. */
  readonly manager: string | undefined;
}
/** What is left to the recorder to say of an event. */
export type RecordedEvent = Pick<TimelineEvent, 'type' | 'resource' | 'object' | 'previous' | 'time'>;

interface TimelineState {
  /** Oldest first; a new array at every change. */
  readonly events: readonly TimelineEvent[];
  /** Those that arrived during a pause. */
  readonly waiting: readonly TimelineEvent[];
  readonly isPaused: boolean;
  /** Why kinds cannot be followed at the moment, by `group/resource`. */
  readonly errors: ReadonlyMap<string, unknown>;
  record(events: readonly RecordedEvent[]): void;
  pause(): void;
  /** Shows what arrived meanwhile. */
  resume(): void;
  clear(): void;
  setError(resource: string, error: unknown): void;
}
export type TimelineStore = StoreApi<TimelineState>;

/** Older events are forgotten, so that a watch that runs for days stays within bounds. */
export const MOST_EVENTS = 5000;

export function createTimelineStore(limit = MOST_EVENTS): TimelineStore {
  let last = 0;
  const numbered = (event: RecordedEvent): TimelineEvent => {
    last += 1;
    const isWrite = event.type === 'ADDED' || event.type === 'MODIFIED';
    return { ...event, id: last, manager: isWrite ? writerOf(event.object, event.previous) : undefined };
  };
  return createStore<TimelineState>()((set) => ({
    events: [],
    waiting: [],
    isPaused: false,
    errors: new Map(),
    record: (recorded) =>
      set(({ events, waiting, isPaused }) => {
        const added = recorded.map(numbered);
        return isPaused
          ? { waiting: [...waiting, ...added].slice(-limit) }
          : { events: [...events, ...added].slice(-limit) };
      }),
    pause: () => set({ isPaused: true }),
    resume: () =>
      set(({ events, waiting }) => ({
        isPaused: false,
        events: [...events, ...waiting].slice(-limit),
        waiting: [],
      })),
    clear: () => set({ events: [], waiting: [] }),
    setError: (resource, error) =>
      set(({ errors }) => {
        if (errors.get(resource) === error) return {};
        const others = [...errors].filter(([other]) => other !== resource);
        return { errors: new Map(error === undefined ? others : [...others, [resource, error]]) };
      }),
  }));
}

/**
 * The manager of the write that led from one state to the other: of the entries that changed the latest. Two writes of
 * a manager in one second leave its entry as it was: then it is the latest of all.
 */
export function writerOf(object: ApiObject, previous: ApiObject | undefined): string | undefined {
  const entries = object.metadata.managedFields ?? [];
  const former = previous?.metadata.managedFields ?? [];
  const changed = entries.filter((entry) => !former.some((one) => isSame(one, entry)));
  return (changed.length > 0 ? changed : entries).toSorted(byTime).at(-1)?.manager;
}

const byTime = (one: ManagedFieldsEntry, other: ManagedFieldsEntry): number =>
  (one.time ?? '') < (other.time ?? '') ? -1 : (one.time ?? '') > (other.time ?? '') ? 1 : 0;

/** Tells objects apart; of a bookmark it is its kind. */
export const laneKeyOf = ({ resource, object: { metadata } }: Pick<TimelineEvent, 'resource' | 'object'>): string =>
  `${resource.group}/${resource.resource} ${metadata.namespace ?? ''}/${metadata.name ?? ''}`;

export interface TimelineFilter {
  readonly text: string;
  readonly namespace: string | undefined;
  /** Which types to show. */
  readonly types: ReadonlySet<TimelineEventType>;
}

/** The events to show: every word of the text must occur in the kind, name, namespace, manager or version. */
export function filterEvents(events: readonly TimelineEvent[], filter: TimelineFilter): TimelineEvent[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return events.filter(({ type, resource, object: { metadata }, manager }) => {
    if (!filter.types.has(type)) return false;
    if (filter.namespace && metadata.namespace && metadata.namespace !== filter.namespace) return false;
    const text = [resource.kind, metadata.namespace, metadata.name, manager, metadata.resourceVersion].join('\n');
    return words.every((word) => text.toLowerCase().includes(word));
  });
}

/** One object and what happened to it. */
export interface Lane {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  /** Oldest first. */
  readonly events: readonly TimelineEvent[];
}

/** A lane per object, in the order in which they were first seen; bookmarks of a kind share one at the end. */
export function lanesOf(events: readonly TimelineEvent[]): Lane[] {
  const lanes = new Map<string, Lane & { readonly events: TimelineEvent[] }>();
  for (const event of events) {
    const key = laneKeyOf(event);
    const known = lanes.get(key);
    if (known) known.events.push(event);
    else {
      const { name, namespace } = event.object.metadata;
      lanes.set(key, { key, kind: event.resource.kind, name: name ?? 'bookmarks', namespace, events: [event] });
    }
  }
  const isBookmarks = ({ events: [first] }: Lane): number => (first?.type === 'BOOKMARK' ? 1 : 0);
  return [...lanes.values()].toSorted((a, b) => isBookmarks(a) - isBookmarks(b));
}
