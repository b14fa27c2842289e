import { type Clock, timeText } from '../../api/environment.ts';
import type { Event } from '../../api/kinds/core-v1.generated.ts';
import { LruMap } from '../../api/memory/lru-map.ts';
import { type Observation, SubjectHistory } from './subject-history.ts';

/** Maximum number of events that are counted, as in client-go. */
const MOST_EVENTS = 4096;

/** The fields of an event that a repetition changes. */
export type EventRepetition = Pick<Event, 'count' | 'lastTimestamp' | 'message'>;

export interface CorrelatedEvent {
  readonly event: Event;
  /** The change of the stored event with the same name; undefined for a new event. */
  readonly repetition: EventRepetition | undefined;
  /** The known fields of the stored event. */
  readonly observation: Observation;
}

export interface EventCorrelatorOptions {
  readonly clock: Clock;
  /** Returns the name of an event about an object. */
  readonly nameOf: (object: string) => string;
}

/**
 * Decides how to store an event, like client-go's correlator. Equal events are counted in one object. Many similar
 * events are combined. Events beyond the rate limit of their object are dropped.
 */
export class EventCorrelator {
  readonly #options: EventCorrelatorOptions;
  readonly #subjects = new LruMap<SubjectHistory>(MOST_EVENTS);
  /** The sum of the sizes of the histories. */
  #size = 0;

  constructor(options: EventCorrelatorOptions) {
    this.#options = options;
  }

  /** Returns the history of an event's source and object: always the same instance until it is evicted. */
  historyOf(event: Event): SubjectHistory {
    const key = subjectKeyOf(event);
    let history = this.#subjects.get(key);
    if (!history) {
      history = new SubjectHistory(this.#options.clock);
      this.#grow(history.size);
      this.#subjects.set(key, history);
    }
    return history;
  }

  /** Makes room for events by dropping the histories of the least recently used objects. */
  #grow(events: number): void {
    this.#size += events;
    while (this.#size > MOST_EVENTS) this.#size -= this.#subjects.dropOldest()?.size ?? this.#size;
  }

  /** Returns undefined for an event that must not be recorded. */
  correlate(given: Event, history: SubjectHistory): CorrelatedEvent | undefined {
    const sizeBefore = history.size;
    const { event, observation } = this.#aggregate(given, history);
    // A history may have been dropped while its event was queued.
    if (history.size > sizeBefore && this.#subjects.get(subjectKeyOf(given)) === history)
      this.#grow(history.size - sizeBefore);
    const correlated = observation.count
      ? repeated(event, observation, observation.count + 1)
      : { event, repetition: undefined, observation };
    remember(correlated.event, observation);
    return history.spamFilter.accepts() ? correlated : undefined;
  }

  /** Remembers an event as the server has stored it. */
  update(stored: Event, { observation }: CorrelatedEvent): void {
    remember(stored, observation);
  }

  /** Returns the event to record: the event itself, or a combination of similar events. */
  #aggregate(event: Event, history: SubjectHistory): { event: Event; observation: Observation } {
    const now = this.#options.clock.now();
    const similar = history.similarTo(event);
    if (!similar.areCombinedWith(event.message ?? '', now)) return { event, observation: similar.observationOf(event) };
    return { event: this.#combined(event, timeText(now)), observation: similar.combined };
  }

  #combined({ apiVersion, kind, metadata, involvedObject, type, reason, source, message }: Event, now: string): Event {
    const { namespace } = metadata;
    return {
      apiVersion,
      kind,
      metadata: { name: this.#options.nameOf(involvedObject.name ?? ''), namespace },
      involvedObject,
      reason,
      message: `(combined from similar events): ${message ?? ''}`,
      source,
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
      type,
    };
  }
}

/** Returns the `count`th repetition of a recorded event. */
function repeated(event: Event, observation: Observation, count: number): CorrelatedEvent {
  const { lastTimestamp, message } = event;
  const { firstTimestamp, name } = observation;
  const counted = { ...event, metadata: { ...event.metadata, name }, firstTimestamp, count };
  return { event: counted, repetition: { count, lastTimestamp, message }, observation };
}

function remember({ metadata, count, firstTimestamp }: Event, observation: Observation): void {
  observation.count = count;
  observation.firstTimestamp = firstTimestamp;
  observation.name = metadata.name;
}

/** Returns the key of an event's host and object. All events of a correlator have the same component. */
function subjectKeyOf({ source, involvedObject }: Event): string {
  const { kind = '', namespace = '', name = '', uid = '', apiVersion = '' } = involvedObject;
  return [uid, name, namespace, kind, apiVersion, source?.host].join('\0');
}
