import { type Clock, type Random, type ReportProblem, timeText } from '../../api/environment.ts';
import type { Event, ObjectReference } from '../../api/kinds/core-v1.generated.ts';
import type { ApiClient } from '../api-client.ts';
import { ApiError } from '../api-error.ts';
import { collectionIn, objectIn } from '../resource-path.ts';
import { type CorrelatedEvent, EventCorrelator, type EventRepetition } from './event-correlator.ts';
import { eventNames } from './event-names.ts';
import { EventQueue } from './event-queue.ts';
import { type EventSubject, referenceTo } from './object-reference.ts';

export interface EventRecorderOptions {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly reportProblem: ReportProblem;
  /** Name of the component in the source of its events: `deployment-controller`. */
  readonly component: string;
  /** Name of the node that the component runs on; by default none. */
  readonly host?: string;
}

export type EventType = 'Normal' | 'Warning';

/** Optional fields of an event. */
export interface EventDetails {
  /** The part of the object that the event is about: `spec.containers{web}`. */
  readonly fieldPath?: string | undefined;
  readonly annotations?: Readonly<Record<string, string>>;
  /** The node that reports it, for a component that acts for several. */
  readonly host?: string;
}

const EVENTS = { group: '', version: 'v1', resource: 'events' };

/** Records core/v1 Events about objects, after client-go's recorder. Recording never waits and never fails. */
export class EventRecorder {
  readonly #options: EventRecorderOptions;
  readonly #nameOf: (object: string) => string;
  readonly #correlator: EventCorrelator;
  readonly #queue: EventQueue;

  constructor(options: EventRecorderOptions) {
    this.#options = options;
    this.#nameOf = eventNames(options.clock, options.random);
    this.#correlator = new EventCorrelator({ clock: options.clock, nameOf: this.#nameOf });
    this.#queue = new EventQueue(options);
  }

  /** Records an event about an object. Equal events are counted in one object. */
  record(regarding: EventSubject, type: EventType, reason: string, message: string, details: EventDetails = {}): void {
    const event = this.#eventOf(referenceTo(regarding, details.fieldPath), type, reason, message, details);
    const history = this.#correlator.historyOf(event);
    let correlated: CorrelatedEvent | undefined;
    this.#queue.add(history, () => {
      // Correlated in the queue, because an earlier equal event determines the name. Correlated once, because the event
      // may be retried.
      correlated ??= this.#correlator.correlate(event, history);
      return correlated && this.#write(correlated);
    });
  }

  /** Resolves when all events have been written or dropped. */
  whenIdle(): Promise<void> {
    return this.#queue.whenIdle();
  }

  /** Stops accepting events, and resolves when the queued ones have been written or dropped. */
  close(): Promise<void> {
    return this.#queue.close();
  }

  #eventOf(
    involvedObject: ObjectReference,
    type: EventType,
    reason: string,
    message: string,
    { annotations, host = this.#options.host }: EventDetails,
  ): Event {
    const { clock, component } = this.#options;
    const now = timeText(clock.now());
    const name = this.#nameOf(involvedObject.name ?? '');
    const namespace = involvedObject.namespace || 'default';
    return {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: annotations ? { name, namespace, annotations } : { name, namespace },
      involvedObject,
      reason,
      message,
      source: host ? { component, host } : { component },
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
      type,
      reportingComponent: component,
      reportingInstance: host ?? '',
    };
  }

  /** Not async, because each `await` delays every event by microtasks. */
  #write(correlated: CorrelatedEvent): Promise<void> {
    const { event, repetition } = correlated;
    const written = repetition
      ? this.#repeat(event, repetition)
      : this.#options.client.create(collectionIn(EVENTS, event.metadata.namespace ?? ''), event);
    return written.then((stored) => this.#correlator.update(stored, correlated));
  }

  async #repeat(event: Event, repetition: EventRepetition): Promise<Event> {
    const { client } = this.#options;
    const { namespace = '', name = '' } = event.metadata;
    try {
      return await client.patch<Event>(objectIn(EVENTS, namespace, name), 'strategic', repetition);
    } catch (error) {
      // Events expire. A repetition of an expired event is recorded as a new event.
      if (!(error instanceof ApiError && error.isNotFound)) throw error;
      return client.create(collectionIn(EVENTS, namespace), event);
    }
  }
}
