import type { Clock } from '../../api/environment.ts';
import type { Event } from '../../api/kinds/core-v1.generated.ts';
import { SpamFilter } from './spam-filter.ts';

/** Milliseconds without a similar event after which counting messages starts again. */
const SIMILARITY_PERIOD = 600_000;
/** Distinct messages after which similar events are combined. */
const SIMILAR_EVENTS = 10;
/** Maximum number of distinct events of one type and reason that are counted. */
const MOST_OBSERVATIONS = 64;

/** The stored fields of equal events. */
export interface Observation {
  readonly fieldPath: string | undefined;
  readonly message: string | undefined;
  count: number | undefined;
  firstTimestamp: string | undefined;
  name: string | undefined;
}

/** The events of one source about one object. Lists have no spare capacity, because most objects have few events. */
export class SubjectHistory {
  readonly spamFilter: SpamFilter;
  /** A list, because a component records few types and reasons of events about an object. */
  #similar: readonly SimilarEvents[] = [];

  constructor(clock: Clock) {
    this.spamFilter = new SpamFilter(clock);
  }

  /** The number of counted events, but at least 1, because a history without events takes space, too. */
  get size(): number {
    let size = 0;
    for (const similar of this.#similar) size += similar.size;
    return Math.max(1, size);
  }

  /** Returns the events of the type and reason of an event. */
  similarTo({ type, reason }: Event): SimilarEvents {
    for (const similar of this.#similar) if (similar.reason === reason && similar.type === type) return similar;
    const similar = new SimilarEvents(type, reason);
    this.#similar = [...this.#similar, similar];
    return similar;
  }
}

/** Events of one type and reason, which differ only in their messages and the parts of the object. */
export class SimilarEvents {
  readonly type: string | undefined;
  readonly reason: string | undefined;
  /** Distinct messages since the last quiet period, fewer than the threshold for combining. */
  #messages: readonly string[] = [];
  /** Time of the last event in milliseconds. */
  #at = 0;
  /** Least recently used first. */
  #observations: readonly Observation[] = [];
  #combined: Observation | undefined;

  constructor(type: string | undefined, reason: string | undefined) {
    this.type = type;
    this.reason = reason;
  }

  /** The number of distinct events that are counted. */
  get size(): number {
    return this.#observations.length;
  }

  /**
   * Reports whether an event with this message must be combined, because there are too many distinct messages. Drops
   * the oldest message then, so that the list stays short and the next distinct message is combined as well.
   */
  areCombinedWith(message: string, now: number): boolean {
    if (now - this.#at > SIMILARITY_PERIOD) this.#messages = [];
    this.#at = now;
    if (!this.#messages.includes(message)) this.#messages = [...this.#messages, message];
    if (this.#messages.length < SIMILAR_EVENTS) return false;
    this.#messages = this.#messages.slice(1);
    return true;
  }

  /** The observation of the event that combines similar ones. */
  get combined(): Observation {
    this.#combined ??= newObservation(undefined, undefined);
    return this.#combined;
  }

  /** Returns the observation of the events that equal an event. */
  observationOf({ involvedObject: { fieldPath }, message }: Event): Observation {
    const known = this.#observations.find((each) => each.message === message && each.fieldPath === fieldPath);
    const observation = known ?? newObservation(fieldPath, message);
    const others = known
      ? this.#observations.filter((each) => each !== known)
      : this.#observations.slice(1 - MOST_OBSERVATIONS);
    this.#observations = [...others, observation];
    return observation;
  }
}

const newObservation = (fieldPath: string | undefined, message: string | undefined): Observation => ({
  fieldPath,
  message,
  count: undefined,
  firstTimestamp: undefined,
  name: undefined,
});
