import { type Clock, timeText } from '../../api/environment.ts';
import type { Event } from '../../api/kinds/core-v1.generated.ts';
import { LruMap } from './lru-map.ts';
import { SpamFilter } from './spam-filter.ts';

/** Distinct messages after which similar events are combined. */
const SIMILAR_EVENTS = 10;
/** Milliseconds without a similar event after which counting starts again. */
const SIMILARITY_PERIOD = 600_000;
const ENTRIES = 4096;

/** The fields that a repetition of an event changes. */
export type EventRepetition = Pick<Event, 'count' | 'lastTimestamp' | 'message'>;

export interface CorrelatedEvent {
  readonly event: Event;
  /** The change of the stored event of that name; undefined for an event that was not recorded before. */
  readonly repetition: EventRepetition | undefined;
}

interface Similar {
  readonly messages: Set<string>;
  /** Time of the last event in milliseconds. */
  readonly at: number;
}

type Observation = Pick<Event, 'count' | 'firstTimestamp'> & { readonly name: string | undefined };

export interface EventCorrelatorOptions {
  readonly clock: Clock;
  /** Returns the name of an event about an object. */
  readonly nameOf: (object: string) => string;
}

/**
 * Decides how an event is stored, after client-go's correlator: equal events are counted in one object, similar ones are
 * combined when there are many, and an object that gets too many loses some.
 */
export class EventCorrelator {
  readonly #options: EventCorrelatorOptions;
  readonly #similar = new LruMap<Similar>(ENTRIES);
  readonly #observations = new LruMap<Observation>(ENTRIES);
  readonly #spamFilter: SpamFilter;

  constructor(options: EventCorrelatorOptions) {
    this.#options = options;
    this.#spamFilter = new SpamFilter(options.clock);
  }

  /**
   * Returns undefined for an event that must not be recorded.
   * @param subject the key of its source and object
   */
  correlate(given: Event, subject: string): CorrelatedEvent | undefined {
    const { event: aggregated, key } = this.#aggregate(given, subject);
    const correlated = this.#observe(aggregated, key);
    return this.#spamFilter.accepts(subject) ? correlated : undefined;
  }

  /** Remembers an event as the server has stored it. */
  update(event: Event, subject: string): void {
    this.#remember(eventKeyOf(event, subject), event);
  }

  #aggregate(event: Event, subject: string): { event: Event; key: string } {
    const key = similarityKeyOf(event, subject);
    const now = this.#options.clock.now();
    const last = this.#similar.peek(key);
    const messages = last && now - last.at <= SIMILARITY_PERIOD ? last.messages : new Set<string>();
    messages.add(event.message ?? '');
    this.#similar.set(key, { messages, at: now });
    if (messages.size < SIMILAR_EVENTS) return { event, key: eventKeyOf(event, subject) };
    // One message is forgotten, so that the set stays small and the next event is combined, too.
    for (const message of messages) {
      messages.delete(message);
      break;
    }
    return { event: this.#combined(event, timeText(now)), key };
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

  #observe(event: Event, key: string): CorrelatedEvent {
    const last = this.#observations.peek(key);
    if (!last?.count) {
      this.#remember(key, event);
      return { event, repetition: undefined };
    }
    const { name, firstTimestamp } = last;
    const count = last.count + 1;
    const repeated = { ...event, metadata: { ...event.metadata, name }, firstTimestamp, count };
    this.#remember(key, repeated);
    const { lastTimestamp, message } = event;
    return { event: repeated, repetition: { count, lastTimestamp, message } };
  }

  #remember(key: string, { metadata, count, firstTimestamp }: Event): void {
    this.#observations.set(key, { count, firstTimestamp, name: metadata.name });
  }
}

/** Names the source and the object of an event. */
export function subjectKeyOf({ source, involvedObject }: Event): string {
  const { kind, namespace = '', name = '', uid = '', apiVersion = '' } = involvedObject;
  return `${source?.component}\0${source?.host ?? ''}\0${kind}\0${namespace}\0${name}\0${uid}\0${apiVersion}`;
}

/** Equal for events that differ only in their messages. */
const similarityKeyOf = ({ type, reason, reportingComponent, reportingInstance }: Event, subject: string): string =>
  `${subject}\0${type}\0${reason}\0${reportingComponent}\0${reportingInstance}`;

/** Equal for events that are counted in one object. */
const eventKeyOf = ({ involvedObject, type, reason, message }: Event, subject: string): string =>
  `${subject}\0${involvedObject.fieldPath ?? ''}\0${type}\0${reason}\0${message}`;
