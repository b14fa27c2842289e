import { createStore, type StoreApi } from 'zustand/vanilla';
import { mergeEvents, withTimes } from './merge-events.ts';
import { type RequestedChange, RequestedChanges } from './requested-changes.ts';
import { type RecordedEvent, type RecordedResource, revisionOf, type TimelineEvent } from './timeline-event.ts';

export { type RecordedEvent, TIMELINE_EVENT_TYPES } from './timeline-event.ts';

interface TimelineState {
  /** Ordered by revision; a new array after every change. */
  readonly events: readonly TimelineEvent[];
  /** Events that arrived during a pause. */
  readonly waiting: readonly TimelineEvent[];
  readonly isPaused: boolean;
  /** Events up to this id are hidden in the timeline; an object's history still shows them. */
  readonly clearedId: number;
  /** Recorded kinds by `group/resource`. */
  readonly recorded: ReadonlyMap<string, RecordedResource>;
  /** Errors of kinds that cannot be recorded, by `group/resource`. */
  readonly errors: ReadonlyMap<string, unknown>;
  record(events: readonly RecordedEvent[]): void;
  /** Adds the requests of changes to present and future events. */
  learn(changes: readonly RequestedChange[]): void;
  /** Restores events from before a reload. */
  restore(events: readonly TimelineEvent[]): void;
  pause(): void;
  /** Shows the events that arrived during the pause. */
  resume(): void;
  clear(): void;
  /** Shows cleared events again. */
  unclear(): void;
  /** Clears everything: another identity must not see it. */
  reset(): void;
  setRecorded(resource: string, kind: RecordedResource): void;
  setError(resource: string, error: unknown): void;
}
export interface TimelineStore extends StoreApi<TimelineState> {
  /** Reports whether a view follows the events. */
  isFollowed(): boolean;
  /** Calls back whenever a first view begins to follow the events, until the returned function is called. */
  whenFollowed(callback: () => void): () => void;
}

/** Maximum number of events; the oldest are dropped. */
export const MOST_EVENTS = 5000;

const NOTHING = {
  events: [],
  waiting: [],
  clearedId: 0,
  recorded: new Map<string, RecordedResource>(),
  errors: new Map<string, unknown>(),
};

/** Bookmarks arrive every minute for each kind and must not displace changes. */
const MOST_BOOKMARKS = 200;

function withoutOldBookmarks(events: readonly TimelineEvent[]): readonly TimelineEvent[] {
  const bookmarks = events.filter(({ type }) => type === 'BOOKMARK');
  if (bookmarks.length <= MOST_BOOKMARKS) return events;
  const dropped = new Set(bookmarks.slice(0, -MOST_BOOKMARKS));
  return events.filter((event) => !dropped.has(event));
}

/** `now` provides the time of a late event that has no other source of time. */
export function createTimelineStore(limit = MOST_EVENTS, now: () => number = () => 0): TimelineStore {
  const requests = new RequestedChanges(limit);
  let lastId = 0;
  let lastRevision = 0;
  const requested = (event: TimelineEvent): TimelineEvent => {
    const request = event.request ?? requests.of(event);
    return request === event.request ? event : { ...event, request };
  };
  /** Most requests are known before the events of their changes. */
  const learned = (events: readonly TimelineEvent[]): readonly TimelineEvent[] => {
    const known = events.map(requested);
    return known.some((event, index) => event !== events[index]) ? withTimes(known, now()) : events;
  };
  const numbered = (recorded: RecordedEvent): TimelineEvent => {
    const { isLate, revision: _, ...event } = recorded;
    lastId += 1;
    const order = revisionOf(recorded) || lastRevision;
    lastRevision = Math.max(lastRevision, order);
    return requested({ ...event, id: lastId, revision: order, timeSource: isLate ? 'estimate' : 'arrival' });
  };
  const merged = (events: readonly TimelineEvent[], added: readonly TimelineEvent[]) =>
    withTimes(withoutOldBookmarks(mergeEvents(events, added)), now()).slice(-limit);
  const store = createStore<TimelineState>()((set) => ({
    ...NOTHING,
    isPaused: false,
    record: (recorded) =>
      set(({ events, waiting, isPaused }) => {
        const added = recorded.map(numbered);
        return isPaused ? { waiting: merged(waiting, added) } : { events: merged(events, added) };
      }),
    learn: (changes) => {
      requests.add(changes);
      set(({ events, waiting }) => ({ events: learned(events), waiting: learned(waiting) }));
    },
    restore: (restored) =>
      set(({ events }) => {
        const added = restored.map((event) => {
          lastId += 1;
          lastRevision = Math.max(lastRevision, event.revision);
          return requested({ ...event, id: lastId });
        });
        return { events: merged(added, events) };
      }),
    pause: () => set({ isPaused: true }),
    resume: () => set(({ events, waiting }) => ({ isPaused: false, events: merged(events, waiting), waiting: [] })),
    clear: () => set(({ events, waiting }) => ({ clearedId: lastId, events: merged(events, waiting), waiting: [] })),
    unclear: () => set({ clearedId: 0 }),
    reset: () => {
      requests.clear();
      set(NOTHING);
    },
    setRecorded: (resource, kind) => set(({ recorded }) => ({ recorded: new Map(recorded).set(resource, kind) })),
    setError: (resource, error) =>
      set(({ errors }) => {
        if (errors.get(resource) === error) return {};
        const others = [...errors].filter(([other]) => other !== resource);
        return { errors: new Map(error === undefined ? others : [...others, [resource, error]]) };
      }),
  }));
  return withFollowers(store);
}

function withFollowers(store: StoreApi<TimelineState>): TimelineStore {
  const callbacks = new Set<() => void>();
  let followers = 0;
  return {
    ...store,
    isFollowed: () => followers > 0,
    whenFollowed(callback) {
      callbacks.add(callback);
      return () => void callbacks.delete(callback);
    },
    subscribe(listener) {
      followers += 1;
      if (followers === 1) for (const callback of callbacks) callback();
      const leave = store.subscribe(listener);
      return () => {
        followers -= 1;
        leave();
      };
    },
  };
}
