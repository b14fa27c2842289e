import { type Clock, timeText } from '../../api/environment.ts';
import type { Event } from '../../api/kinds/core-v1.generated.ts';
import { LruMap } from '../../api/memory/lru-map.ts';
import { type Observation, SubjectHistory } from './subject-history.ts';

/** Objects whose events are counted. */
const MOST_SUBJECTS = 4096;

/** The fields that a repetition of an event changes. */
export type EventRepetition = Pick<Event, 'count' | 'lastTimestamp' | 'message'>;

export interface CorrelatedEvent {
  readonly event: Event;
  /** The change of the stored event of that name; undefined for an event that was not recorded before. */
  readonly repetition: EventRepetition | undefined;
  /** What is known of the stored event. */
  readonly observation: Observation;
}

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
  readonly #subjects = new LruMap<SubjectHistory>(MOST_SUBJECTS);

  constructor(options: EventCorrelatorOptions) {
    this.#options = options;
  }

  /** Returns the history of the source and the object of an event: the same one for both until it is forgotten. */
  historyOf(event: Event): SubjectHistory {
    const key = subjectKeyOf(event);
    let history = this.#subjects.get(key);
    if (!history) {
      history = new SubjectHistory(this.#options.clock);
      this.#subjects.set(key, history);
    }
    return history;
  }

  /** Returns undefined for an event that must not be recorded. */
  correlate(given: Event, history: SubjectHistory): CorrelatedEvent | undefined {
    const { event, observation } = this.#aggregate(given, history);
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

  /** Returns the event that is recorded for an event: the event itself, or one that stands for similar ones. */
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

/** Returns an event that equals one that was recorded before, and is the `count`th. */
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

/** Names the host and the object of an event. The component that reports it is the correlator's. */
function subjectKeyOf({ source, involvedObject }: Event): string {
  const { kind = '', namespace = '', name = '', uid = '', apiVersion = '' } = involvedObject;
  return [uid, name, namespace, kind, apiVersion, source?.host].join('\0');
}
