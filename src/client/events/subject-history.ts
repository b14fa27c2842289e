import type { Clock } from '../../api/environment.ts';
import type { Event } from '../../api/kinds/core-v1.generated.ts';
import { SpamFilter } from './spam-filter.ts';

/** Milliseconds without a similar event after which counting messages starts again. */
const SIMILARITY_PERIOD = 600_000;
/** Equal events of one reason that are still counted. */
const MOST_OBSERVATIONS = 64;

/** Equal events: what their object in the server has. */
export interface Observation {
  readonly fieldPath: string | undefined;
  readonly message: string | undefined;
  count: number | undefined;
  firstTimestamp: string | undefined;
  name: string | undefined;
}

/** What one source has recorded about one object. */
export class SubjectHistory {
  readonly spamFilter: SpamFilter;
  /** A component records events of few types and reasons about an object. */
  readonly #similar: SimilarEvents[] = [];

  constructor(clock: Clock) {
    this.spamFilter = new SpamFilter(clock);
  }

  /** Returns the events of the type and reason of an event. */
  similarTo({ type, reason }: Event): SimilarEvents {
    for (const similar of this.#similar) if (similar.reason === reason && similar.type === type) return similar;
    const similar = new SimilarEvents(type, reason);
    this.#similar.push(similar);
    return similar;
  }
}

/** Events of one type and reason, which differ only in their messages and the parts of the object. */
export class SimilarEvents {
  readonly type: string | undefined;
  readonly reason: string | undefined;
  /** Distinct messages since the last quiet period, fewer than would be combined. */
  #messages: string[] = [];
  /** Time of the last event in milliseconds. */
  #at = 0;
  /** The least recently used one first. */
  readonly #observations: Observation[] = [];
  /** The event that similar ones are combined in. */
  readonly combined: Observation = newObservation(undefined, undefined);

  constructor(type: string | undefined, reason: string | undefined) {
    this.type = type;
    this.reason = reason;
  }

  /** Returns the distinct messages of recent events, with this one. The caller may forget some. */
  messagesWith(message: string, now: number): string[] {
    if (now - this.#at > SIMILARITY_PERIOD) this.#messages = [];
    this.#at = now;
    if (!this.#messages.includes(message)) this.#messages.push(message);
    return this.#messages;
  }

  /** Returns the observation of the events that equal an event. */
  observationOf({ involvedObject: { fieldPath }, message }: Event): Observation {
    const observations = this.#observations;
    const place = observations.findIndex((each) => each.message === message && each.fieldPath === fieldPath);
    const observation = observations[place] ?? newObservation(fieldPath, message);
    if (place >= 0) observations.splice(place, 1);
    else if (observations.length === MOST_OBSERVATIONS) observations.shift();
    observations.push(observation);
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
