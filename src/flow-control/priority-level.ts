import { type Clock, stopwatch } from '../api/environment.ts';
import type { PriorityLevelConfiguration, QueuingConfiguration } from '../api/kinds/flowcontrol-v1beta3.generated.ts';
import { BoundedMap } from '../api/memory/bounded-map.ts';
import { isEqualJson } from '../api/memory/equal-json.ts';
import { RetryAfter } from './retry-after.ts';
import { SeatDemand } from './seat-demand.ts';
import type { SeatLimits } from './seat-limits.ts';
import { dealHand, flowHash } from './shuffle-sharding.ts';

/** Rejection reasons, as named in the real server's metrics. */
const REJECTION_REASONS = ['queue-full', 'concurrency-limit', 'time-out', 'cancelled'] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** A request as a level sees it. */
export interface LevelRequest {
  readonly flowSchema: string;
  /** Distinguishes the flows of one schema; empty when the schema has no distinguisher method. */
  readonly distinguisher: string;
  /** Seats that the request occupies while it executes; at least 1. */
  readonly seats: number;
  /**
   * Its signal is aborted when the client disconnects. The signal is only read for waiting requests, because creating
   * it is slow.
   */
  readonly request: { readonly signal: AbortSignal };
}

/** Permission to execute. `release` must be called once, when the request has ended. */
export interface Execution {
  readonly executes: true;
  /** @param now the end time; the current time by default */
  readonly release: (now?: number) => void;
}

export interface Rejection {
  readonly executes: false;
  readonly reason: RejectionReason;
  /** Seconds. */
  readonly retryAfter: number;
}

export type Outcome = Execution | Rejection;

interface Queue {
  readonly waiting: Waiting[];
  executing: number;
  seatsInUse: number;
  waitingSeats: number;
  /** Virtual time at which its next request would start: it advances by the seat-milliseconds that the queue used. */
  nextStart: number;
}

interface Waiting {
  readonly request: LevelRequest;
  readonly queue: Queue;
  readonly arrivedAt: number;
  readonly arrivedAtVirtual: number;
  readonly resolve: (outcome: Outcome) => void;
  /** Cancels its timer and its listener. */
  stop(): void;
}

/** A waiting request, for the debug paths. */
export interface ListedRequest {
  readonly flowSchema: string;
  readonly distinguisher: string;
  /** Index of its queue, and its position there. */
  readonly queue: number;
  readonly place: number;
  readonly arrivedAt: number;
  readonly seats: number;
}

/** The state of a queue, for the debug paths. */
export interface ListedQueue {
  readonly waiting: number;
  readonly waitingSeats: number;
  readonly executing: number;
  readonly seatsInUse: number;
  readonly nextStart: number;
  /** Seat-milliseconds that the waiting requests are assumed to take. */
  readonly work: number;
}

/** Assumed duration of a running request in milliseconds. */
const ASSUMED_MILLISECONDS = 3;
type Queuing = { readonly [Field in keyof QueuingConfiguration]-?: number };

const DEFAULT_QUEUING: Queuing = { queues: 64, handSize: 8, queueLengthLimit: 50 };
/** Maximum number of flows with a cached hand. */
const REMEMBERED_FLOWS = 5000;

/**
 * The seats and queues of one priority level. Levels with queues use fair queuing with virtual time: each flow has a
 * few queues, and the queue with the least use is served next.
 */
export class PriorityLevel {
  readonly name: string;
  readonly #clock: Clock;
  readonly #waitLimit: number;
  readonly #retryAfter = new RetryAfter();
  readonly #hands = new BoundedMap<string, readonly number[]>(REMEMBERED_FLOWS);
  readonly demand: SeatDemand;
  #queues: Queue[] = [];
  readonly #active = new Set<Queue>();
  #queuing: Queuing | undefined;
  #virtualNow = 0;
  #virtualAt: number;
  #turn = 0;
  #waitingSeats = 0;
  isExempt = false;
  /** All 0 until the level is configured. */
  limits: SeatLimits = { nominal: 0, lendable: 0, minimum: 0, maximum: 0 };
  /** Current seat limit: the nominal seats, adjusted for lent and borrowed ones. */
  #currentLimit = 0;
  seatsInUse = 0;
  executing = 0;
  waiting = 0;
  /** Totals since the start, by flow schema. */
  readonly dispatchedBySchema = new Map<string, number>();
  readonly rejectedBySchema = new Map<string, Partial<Record<RejectionReason, number>>>();

  /** `waitLimit`: milliseconds that a request may wait in a queue. */
  constructor(name: string, clock: Clock, waitLimit: number) {
    this.name = name;
    this.#clock = clock;
    this.#waitLimit = waitLimit;
    this.#virtualAt = stopwatch(clock);
    this.demand = new SeatDemand(stopwatch(clock));
  }

  /** Applies a new specification. Waiting requests stay in their queues. */
  configure({ spec }: PriorityLevelConfiguration, limits: SeatLimits): void {
    const response = spec?.limited?.limitResponse;
    const queuing = response?.type === 'Queue' ? ({ ...DEFAULT_QUEUING, ...response.queuing } as Queuing) : undefined;
    if (!isEqualJson(queuing, this.#queuing)) {
      this.#queuing = queuing;
      this.#hands.clear();
      const count = queuing?.queues ?? 0;
      while (this.#queues.length < count)
        this.#queues.push({ waiting: [], executing: 0, seatsInUse: 0, waitingSeats: 0, nextStart: 0 });
      // Surplus queues get no new requests; idle ones are dropped.
      this.#queues = this.#queues.filter((queue, index) => index < count || this.#active.has(queue));
    }
    this.isExempt = spec?.type === 'Exempt';
    this.limits = limits;
    this.currentLimit = limits.nominal;
  }

  get currentLimit(): number {
    return this.#currentLimit;
  }

  set currentLimit(seats: number) {
    const now = stopwatch(this.#clock);
    this.#advance(now);
    this.#currentLimit = seats;
    this.#dispatch(now);
  }

  /** Executes, queues or rejects a request. Returns a promise when the request waits; the promise never rejects. */
  enter(request: LevelRequest): Outcome | Promise<Outcome> {
    const now = stopwatch(this.#clock);
    this.#advance(now);
    if (this.isExempt) return this.#execute(request, undefined, now);
    const queuing = this.#queuing;
    if (!queuing) {
      return this.#accommodates(request.seats)
        ? this.#execute(request, undefined, now)
        : this.#reject('concurrency-limit', request, now);
    }
    const queue = this.#queueOf(request, queuing.queues, queuing.handSize);
    if (!queue) return this.#reject('concurrency-limit', request, now);
    if (!this.#active.has(queue)) queue.nextStart = this.#virtualNow;
    if (this.waiting === 0 && this.#accommodates(request.seats)) return this.#execute(request, queue, now);
    if (queue.waiting.length >= queuing.queueLengthLimit) return this.#reject('queue-full', request, now);
    return this.#wait(request, queue, now);
  }

  /** Returns the waiting requests, in the order of their queues. */
  requests(): readonly ListedRequest[] {
    return this.#queues.flatMap((queue, index) =>
      queue.waiting.map(({ request, arrivedAt }, place) => ({ ...request, queue: index, place, arrivedAt })),
    );
  }

  /** Returns the state of every queue, in order. `nextStart` is in seat-milliseconds of virtual time. */
  queues(): readonly ListedQueue[] {
    return this.#queues.map(({ waiting, ...queue }) => ({
      ...queue,
      waiting: waiting.length,
      work: queue.waitingSeats * ASSUMED_MILLISECONDS,
    }));
  }

  /** Total since the start. */
  get dispatched(): number {
    return [...this.dispatchedBySchema.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Totals since the start. */
  get rejected(): Readonly<Record<RejectionReason, number>> {
    const totals = { 'queue-full': 0, 'concurrency-limit': 0, 'time-out': 0, cancelled: 0 };
    for (const counts of this.rejectedBySchema.values())
      for (const reason of REJECTION_REASONS) totals[reason] += counts[reason] ?? 0;
    return totals;
  }

  get activeQueues(): number {
    return this.#active.size;
  }

  #accommodates(seats: number): boolean {
    // A request wider than the whole level executes alone.
    if (seats > this.#currentLimit) return this.seatsInUse === 0 && this.#currentLimit > 0;
    return this.seatsInUse + seats <= this.#currentLimit;
  }

  /** Returns the queue of the flow's hand with the least executing and waiting work. */
  #queueOf({ flowSchema, distinguisher }: LevelRequest, queues: number, handSize: number): Queue | undefined {
    const key = `${flowSchema}\0${distinguisher}`;
    let hand = this.#hands.get(key);
    if (!hand) {
      hand = dealHand(flowHash(flowSchema, distinguisher), queues, handSize);
      this.#hands.set(key, hand);
    }
    let best: Queue | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const index of hand) {
      const queue = this.#queues[index];
      if (!queue) continue;
      const work = queue.seatsInUse + queue.waitingSeats;
      if (work < least) [best, least] = [queue, work];
    }
    return best;
  }

  #execute({ seats, flowSchema }: LevelRequest, queue: Queue | undefined, startedAt: number): Execution {
    this.seatsInUse += seats;
    this.executing++;
    this.dispatchedBySchema.set(flowSchema, (this.dispatchedBySchema.get(flowSchema) ?? 0) + 1);
    if (queue) {
      this.#active.add(queue);
      queue.executing++;
      queue.seatsInUse += seats;
      queue.nextStart += ASSUMED_MILLISECONDS * seats;
    }
    this.#observeDemand(startedAt);
    return {
      executes: true,
      release: (now = stopwatch(this.#clock)) => {
        this.#advance(now);
        this.seatsInUse -= seats;
        this.executing--;
        if (queue) {
          queue.executing--;
          queue.seatsInUse -= seats;
          this.#settle(queue);
          queue.nextStart += (now - startedAt - ASSUMED_MILLISECONDS) * seats;
        }
        this.#observeDemand(now);
        this.#dispatch(now);
      },
    };
  }

  #reject(reason: RejectionReason, { flowSchema }: LevelRequest, now: number): Rejection {
    const counts = this.rejectedBySchema.get(flowSchema) ?? {};
    this.rejectedBySchema.set(flowSchema, { ...counts, [reason]: (counts[reason] ?? 0) + 1 });
    return { executes: false, reason, retryAfter: this.#retryAfter.rejected(now) };
  }

  #wait(request: LevelRequest, queue: Queue, arrivedAt: number): Promise<Outcome> {
    const { signal } = request.request;
    return new Promise((resolve) => {
      const giveUp = (reason: RejectionReason) => {
        const now = stopwatch(this.#clock);
        this.#advance(now);
        queue.waiting.splice(queue.waiting.indexOf(waiting), 1);
        this.#leave(waiting, now);
        resolve(this.#reject(reason, request, now));
      };
      const cancelled = () => giveUp('cancelled');
      const stopTimer = this.#clock.after(this.#waitLimit, () => giveUp('time-out'));
      const waiting: Waiting = {
        request,
        queue,
        arrivedAt,
        arrivedAtVirtual: this.#virtualNow,
        resolve,
        stop: () => {
          stopTimer();
          signal.removeEventListener('abort', cancelled);
        },
      };
      queue.waiting.push(waiting);
      queue.waitingSeats += request.seats;
      this.#active.add(queue);
      this.waiting++;
      this.#waitingSeats += request.seats;
      this.#observeDemand(arrivedAt);
      signal.addEventListener('abort', cancelled, { once: true });
      if (signal.aborted) cancelled();
    });
  }

  #leave(waiting: Waiting, now: number): void {
    waiting.stop();
    this.waiting--;
    this.#waitingSeats -= waiting.request.seats;
    waiting.queue.waitingSeats -= waiting.request.seats;
    this.#settle(waiting.queue);
    this.#observeDemand(now);
  }

  #settle(queue: Queue): void {
    if (queue.executing === 0 && queue.waiting.length === 0) this.#active.delete(queue);
  }

  /** Executes waiting requests while the next one fits. */
  #dispatch(now: number): void {
    while (this.waiting > 0) {
      const queue = this.#nextQueue();
      const next = queue?.waiting[0];
      if (!queue || !next || !this.#accommodates(next.request.seats)) return;
      queue.waiting.shift();
      this.#leave(next, now);
      // A queue must not accumulate unused share: in virtual time, no request starts before its arrival.
      queue.nextStart = Math.max(queue.nextStart, next.arrivedAtVirtual);
      next.resolve(this.#execute(next.request, queue, now));
    }
  }

  /**
   * Returns the queue whose oldest request would end first in virtual time. The search starts after the last served
   * queue.
   */
  #nextQueue(): Queue | undefined {
    let best: Queue | undefined;
    let earliest = Number.POSITIVE_INFINITY;
    let turn = this.#turn;
    for (let step = 1; step <= this.#queues.length; step++) {
      const index = (this.#turn + step) % this.#queues.length;
      const queue = this.#queues[index];
      const oldest = queue?.waiting[0];
      if (!queue || !oldest) continue;
      const start = Math.max(queue.nextStart, oldest.arrivedAtVirtual);
      const end = start + ASSUMED_MILLISECONDS * oldest.request.seats;
      if (end < earliest) [best, earliest, turn] = [queue, end, index];
    }
    this.#turn = turn;
    return best;
  }

  /**
   * Advances virtual time, which runs at the rate at which each active queue would be served if all were served
   * equally.
   */
  #advance(now: number): void {
    const elapsed = now - this.#virtualAt;
    if (elapsed <= 0) return;
    this.#virtualAt = now;
    const active = this.#active.size;
    if (active > 0)
      this.#virtualNow += (elapsed * Math.min(this.seatsInUse + this.#waitingSeats, this.#currentLimit)) / active;
  }

  #observeDemand(now: number): void {
    this.demand.set(this.seatsInUse + this.#waitingSeats, now);
  }
}
