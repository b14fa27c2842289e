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
  /** Identifies its source and object within the correlator. */
  readonly subject: string;
}

/** Similar events: fewer distinct messages than would be combined, and the time of the last event in milliseconds. */
interface Similar {
  messages: string[];
  at: number;
}

/** The source and the object of events. */
interface Subject {
  /** Begins the keys of its events: shorter than what it stands for, and never given to another subject. */
  readonly id: string;
  readonly spamFilter: SpamFilter;
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
  /** A subject is used whenever one of its events is, so it is never dropped before them. */
  readonly #subjects = new LruMap<Subject>(ENTRIES);
  #lastId = 0;

  constructor(options: EventCorrelatorOptions) {
    this.#options = options;
  }

  /**
   * Returns undefined for an event that must not be recorded.
   * @param subject the key of its source and object
   */
  correlate(given: Event, subject: string): CorrelatedEvent | undefined {
    const { id, spamFilter } = this.#subject(subject);
    const { event, key } = this.#aggregate(given, id);
    const { repeated, repetition } = this.#observe(event, key);
    return spamFilter.accepts() ? { event: repeated, repetition, subject: id } : undefined;
  }

  /** Remembers an event as the server has stored it. */
  update(stored: Event, { subject }: CorrelatedEvent): void {
    this.#remember(eventKeyOf(stored, subject), stored);
  }

  #subject(key: string): Subject {
    const known = this.#subjects.get(key);
    if (known) return known;
    this.#lastId += 1;
    const subject = { id: this.#lastId.toString(36), spamFilter: new SpamFilter(this.#options.clock) };
    this.#subjects.set(key, subject);
    return subject;
  }

  #aggregate(event: Event, subject: string): { event: Event; key: string } {
    const key = similarityKeyOf(event, subject);
    const now = this.#options.clock.now();
    const messages = this.#messagesSimilarTo(event, key, now);
    if (messages.length < SIMILAR_EVENTS) return { event, key: eventKeyOf(event, subject) };
    // One message is forgotten, so that the list stays short and the next event is combined, too.
    messages.shift();
    return { event: this.#combined(event, timeText(now)), key };
  }

  /** Returns the distinct messages of the events like this one, with its own. */
  #messagesSimilarTo({ message = '' }: Event, key: string, now: number): string[] {
    const last = this.#similar.get(key);
    if (!last || now - last.at > SIMILARITY_PERIOD) {
      const messages = [message];
      this.#similar.set(key, { messages, at: now });
      return messages;
    }
    last.at = now;
    if (!last.messages.includes(message)) last.messages.push(message);
    return last.messages;
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

  #observe(event: Event, key: string): { repeated: Event; repetition: EventRepetition | undefined } {
    const last = this.#observations.get(key);
    if (!last?.count) {
      this.#remember(key, event);
      return { repeated: event, repetition: undefined };
    }
    const { name, firstTimestamp } = last;
    const count = last.count + 1;
    const repeated = { ...event, metadata: { ...event.metadata, name }, firstTimestamp, count };
    this.#remember(key, repeated);
    const { lastTimestamp, message } = event;
    return { repeated, repetition: { count, lastTimestamp, message } };
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

/** Equal for events that differ only in their messages. The component and the host that report them are the subject's. */
const similarityKeyOf = ({ type, reason }: Event, subject: string): string => `${subject}\0${type}\0${reason}`;

/** Equal for events that are counted in one object. */
const eventKeyOf = ({ involvedObject, type, reason, message }: Event, subject: string): string =>
  `${subject}\0${involvedObject.fieldPath ?? ''}\0${type}\0${reason}\0${message}`;
