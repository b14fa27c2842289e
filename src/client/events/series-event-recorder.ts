import { type Clock, microTimeText, type Random, type ReportProblem } from '../../api/environment.ts';
import type { Event, EventSeries } from '../../api/kinds/events-v1.generated.ts';
import type { ApiClient } from '../api-client.ts';
import { ApiError } from '../api-error.ts';
import { eventNames } from './event-names.ts';
import { EventQueue } from './event-queue.ts';
import type { EventType } from './event-recorder.ts';
import { type EventSubject, referenceTo } from './object-reference.ts';

export interface SeriesEventRecorderOptions {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly reportProblem: ReportProblem;
  /** The group `events.k8s.io` in the dialect of the server. */
  readonly group: string;
  /** `default-scheduler`. */
  readonly controller: string;
  /** `default-scheduler-node-1`. */
  readonly instance: string;
}

export interface ReportedEvent {
  readonly regarding: EventSubject;
  /** A second object that the action concerns. */
  readonly related?: EventSubject;
  readonly type: EventType;
  readonly reason: string;
  /** The action that the controller took or failed to take: `Binding`. */
  readonly action: string;
  readonly note: string;
}

/** An event that was recorded, with its repetitions. */
interface Recorded {
  readonly event: Event;
  series: EventSeries | undefined;
  /** Times in milliseconds. */
  lastAt: number;
}

/** A series ends after this time without a repetition, in ms. */
const SERIES_PERIOD = 360_000;
/** Periods after which the count of a continuing series is written. */
const PERIODS_PER_REFRESH = 5;

/**
 * Records events.k8s.io/v1 Events like client-go's newer recorder. The second equal event starts a series in the object
 * of the first. The count is written when the series ends, or every 30 minutes. Recording never waits and never fails.
 */
export class SeriesEventRecorder {
  readonly #options: SeriesEventRecorderOptions;
  readonly #nameOf: (object: string) => string;
  readonly #queue: EventQueue;
  readonly #recorded = new Map<string, Recorded>();
  #cancelTimer: (() => void) | undefined;
  #periods = 0;

  constructor(options: SeriesEventRecorderOptions) {
    this.#options = options;
    this.#nameOf = eventNames(options.clock, options.random);
    this.#queue = new EventQueue(options);
  }

  /** Records an event. Events that differ only in their notes are one series. */
  record(reported: ReportedEvent): void {
    const event = this.#eventOf(reported);
    const key = seriesKeyOf(event);
    const recorded = this.#recorded.get(key);
    if (recorded) this.#repeat(recorded);
    else this.#begin(key, event);
  }

  /** Resolves when all events have been written or dropped. */
  whenIdle(): Promise<void> {
    return this.#queue.whenIdle();
  }

  /** Stops accepting events, and resolves when the queued ones have been written or dropped. */
  close(): Promise<void> {
    this.#cancelTimer?.();
    return this.#queue.close();
  }

  #eventOf({ regarding, related, type, reason, action, note }: ReportedEvent): Event {
    const { clock, group, controller, instance } = this.#options;
    const reference = referenceTo(regarding);
    return {
      apiVersion: `${group}/v1`,
      kind: 'Event',
      metadata: { name: this.#nameOf(reference.name ?? ''), namespace: reference.namespace || 'default' },
      eventTime: microTimeText(clock.now()),
      reportingController: controller,
      reportingInstance: instance,
      action,
      reason,
      regarding: reference,
      ...(related ? { related: referenceTo(related) } : {}),
      note,
      type,
    };
  }

  #begin(key: string, event: Event): void {
    const first: Recorded = { event, series: undefined, lastAt: this.#options.clock.now() };
    this.#recorded.set(key, first);
    this.#queue.add(subjectOf(event), () => this.#create(event));
    this.#startTimer();
  }

  #repeat(recorded: Recorded): void {
    recorded.lastAt = this.#options.clock.now();
    const lastObservedTime = microTimeText(recorded.lastAt);
    const { series } = recorded;
    recorded.series = { count: (series?.count ?? 1) + 1, lastObservedTime };
    if (!series) this.#writeSeries(recorded);
  }

  #writeSeries({ event, series }: Recorded): void {
    if (!series) return;
    const { namespace = '', name = '' } = event.metadata;
    this.#queue.add(subjectOf(event), async () => {
      try {
        await this.#options.client.patch({ ...this.#address(namespace), name }, 'strategic', { series });
      } catch (error) {
        // Events expire. The series of an expired event is recorded as a new event.
        if (!(error instanceof ApiError && error.isNotFound)) throw error;
        await this.#create({ ...event, series });
      }
    });
  }

  #create(event: Event): Promise<Event> {
    return this.#options.client.create(this.#address(event.metadata.namespace ?? ''), event);
  }

  #address(namespace: string) {
    return { group: this.#options.group, version: 'v1', resource: 'events', namespace };
  }

  #startTimer(): void {
    this.#cancelTimer ??= this.#options.clock.after(SERIES_PERIOD, () => {
      this.#cancelTimer = undefined;
      this.#review();
      if (this.#recorded.size > 0) this.#startTimer();
    });
  }

  /** Ends the series without recent events, and periodically writes the counts of the others. */
  #review(): void {
    this.#periods += 1;
    const isRefresh = this.#periods % PERIODS_PER_REFRESH === 0;
    const now = this.#options.clock.now();
    for (const [key, recorded] of this.#recorded) {
      const isOver = recorded.lastAt <= now - SERIES_PERIOD;
      if (isOver) this.#recorded.delete(key);
      if (isOver || isRefresh) this.#writeSeries(recorded);
    }
  }
}

const subjectOf = ({ regarding }: Event): string =>
  `${regarding?.kind}/${regarding?.namespace ?? ''}/${regarding?.name ?? ''}`;

/** Returns the key of an event's series. */
const seriesKeyOf = ({ type, action, reason, regarding, related }: Event): string =>
  JSON.stringify([type, action, reason, regarding, related]);
