import { MOST_REASONS, type Reason } from '../api/debug/causes.ts';
import { type Clock, chainTimers, type Random, type ReportProblem, reportToConsole } from '../api/environment.ts';
import { Backoff } from './backoff.ts';
import { GatheredKeys } from './gathered-keys.ts';

/** Requests another run for the key: after `after` milliseconds, or after the key's backoff when `after` is undefined. */
export interface Requeue {
  readonly after?: number;
}

export interface WorkQueueOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly reportProblem: ReportProblem;
  /** Names the work on a key in the report of its failure: `serving widgets.example.com`. */
  readonly describe: (key: string) => string;
  /**
   * Does the work on a key, for the reasons of its adds. A rejection is reported and retried after the backoff of the
   * key.
   */
  readonly work: (key: string, reasons: readonly Reason[]) => Promise<Requeue | undefined>;
  /** Reports whether an error, such as a conflict, is part of normal operation. It is retried without a report. */
  readonly isExpected?: (error: unknown) => boolean;
  /** Number of keys that may be worked on concurrently; 1 by default. */
  readonly workers?: number;
  /**
   * Whether a key waits for a turn of the event loop, so that successive adds lead to one run. Otherwise, it waits for
   * a microtask.
   */
  readonly gathersAdds?: boolean;
}

interface DelayedAdd {
  /** Time in milliseconds since 1970. */
  readonly at: number;
  readonly cancel: () => void;
}

/**
 * A work queue of keys, after client-go's. A key is worked on by one worker at a time; adding it again while it is queued
 * changes nothing, and adding it during the work queues it once more afterwards. Each key has at most one retry and one
 * delayed add. The queue never rejects and never throws: failures go to `reportProblem`.
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #workers: number;
  readonly #after: Clock['after'];
  /** Keys that wait for repeated adds. */
  readonly #gathered: GatheredKeys | undefined;
  /** Keys that wait for a worker, oldest first. */
  readonly #queued = new Set<string>();
  readonly #running = new Set<string>();
  /** Running keys that were added again. */
  readonly #dirty = new Set<string>();
  /** Backoffs of the keys whose work has failed since its last success. */
  readonly #backoffs = new Map<string, Backoff>();
  /** Functions that cancel the retries of keys. */
  readonly #retries = new Map<string, () => void>();
  readonly #delayed = new Map<string, DelayedAdd>();
  /** The newest reasons of the keys that wait for work, a retry or a delayed add, oldest first. */
  readonly #reasons = new Map<string, Reason[]>();
  readonly #idleListeners: (() => void)[] = [];
  #isStarting = false;
  /** Whether the clock's gate is awaited. */
  #isHeldBack = false;
  #isClosed = false;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
    this.#workers = options.workers ?? 1;
    if (options.gathersAdds) this.#gathered = new GatheredKeys(options.clock, (keys) => this.#begin(keys));
    this.#after = chainTimers((milliseconds, callback) => options.clock.after(milliseconds, callback));
  }

  /** Queues a key. The work starts in a later microtask or turn, so that all adds until then lead to one run. */
  add(key: string, reason?: Reason): void {
    if (this.#isClosed) return;
    if (reason) this.#note(key, reason);
    if (this.#queued.has(key)) return;
    if (this.#running.has(key)) this.#dirty.add(key);
    else if (this.#gathered) this.#gathered.add(key);
    else this.#queue(key);
  }

  /** Queues a key after a delay of at least one turn of the event loop. Of several delays, the first to end counts. */
  addAfter(key: string, milliseconds: number, reason?: Reason): void {
    if (this.#isClosed) return;
    if (reason) this.#note(key, reason);
    const at = this.#options.clock.now() + milliseconds;
    const known = this.#delayed.get(key);
    if (known && known.at <= at) return;
    known?.cancel();
    const cancel = this.#after(milliseconds, () => {
      this.#delayed.delete(key);
      this.add(key, TIMER);
    });
    this.#delayed.set(key, { at, cancel });
  }

  /** Queues a key after its backoff, which doubles with each call until the work succeeds. Replaces the key's retry. */
  addRateLimited(key: string): void {
    if (this.#isClosed) return;
    this.#cancelRetry(key);
    const backoff = this.#backoffs.get(key) ?? new Backoff(this.#options);
    this.#backoffs.set(key, backoff);
    const cancel = this.#after(backoff.next(), () => {
      this.#retries.delete(key);
      this.add(key, { type: 'retry', attempt: backoff.waits });
    });
    this.#retries.set(key, cancel);
  }

  /** Cancels the retry and the delayed add of a key and resets its backoff. Queued and running work is not affected. */
  forget(key: string): void {
    this.#cancelRetry(key);
    this.#backoffs.delete(key);
    this.#delayed.get(key)?.cancel();
    this.#delayed.delete(key);
    const isAdded = this.#queued.has(key) || this.#running.has(key) || this.#gathered?.has(key);
    if (!isAdded) this.#reasons.delete(key);
  }

  /** Resolves when no key is queued or running. Retries and delayed adds do not count. */
  whenIdle(): Promise<void> {
    if (this.#isIdle) return Promise.resolve();
    return new Promise((resolve) => this.#idleListeners.push(resolve));
  }

  /** Drops all waiting keys, accepts no more keys, and resolves when the running work has ended. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#gathered?.clear();
    this.#queued.clear();
    this.#dirty.clear();
    this.#backoffs.clear();
    this.#reasons.clear();
    for (const key of [...this.#retries.keys(), ...this.#delayed.keys()]) this.forget(key);
    this.#announceIdle();
    return this.whenIdle();
  }

  get #isIdle(): boolean {
    return !this.#gathered?.size && this.#queued.size === 0 && this.#running.size === 0;
  }

  #note(key: string, reason: Reason): void {
    const reasons = this.#reasons.get(key);
    if (!reasons) this.#reasons.set(key, [reason]);
    else if (reasons.push(reason) > MOST_REASONS) reasons.shift();
  }

  #queue(key: string): void {
    this.#queued.add(key);
    if (this.#isStarting) return;
    this.#isStarting = true;
    queueMicrotask(() => {
      this.#isStarting = false;
      this.#startWork();
    });
  }

  #begin(keys: readonly string[]): void {
    for (const key of keys) this.#queued.add(key);
    this.#startWork();
  }

  #startWork(): void {
    const opening = this.#options.clock.gate?.opening();
    if (opening) {
      if (!this.#isHeldBack) void opening.then(() => this.#continue());
      this.#isHeldBack = true;
      return;
    }
    for (const key of this.#queued) {
      if (this.#running.size >= this.#workers) return;
      this.#queued.delete(key);
      this.#running.add(key);
      // The result of this run decides whether there is another retry.
      this.#cancelRetry(key);
      void this.#run(key);
    }
  }

  #continue(): void {
    this.#isHeldBack = false;
    this.#startWork();
  }

  /** Never rejects. */
  async #run(key: string): Promise<void> {
    const { gate } = this.#options.clock;
    gate?.begin();
    const reasons = this.#reasons.get(key) ?? NO_REASONS;
    this.#reasons.delete(key);
    let requeue: Requeue | undefined;
    try {
      requeue = await this.#options.work(key, reasons);
    } catch (error) {
      requeue = {};
      this.#report(key, error);
    }
    gate?.end();
    this.#running.delete(key);
    if (!this.#isClosed) this.#finish(key, requeue, reasons);
    this.#startWork();
    this.#announceIdle();
  }

  #finish(key: string, requeue: Requeue | undefined, reasons: readonly Reason[]): void {
    const isRetry = requeue !== undefined && requeue.after === undefined;
    if (!isRetry) this.#backoffs.delete(key);
    // What is still to be done has the reasons of the failed attempt, too.
    else if (reasons.length > 0) this.#reasons.set(key, newest([...reasons, ...(this.#reasons.get(key) ?? [])]));
    // Waits at least 1 ms: a time just reached may not count yet, and a moving clock stands still during the work.
    if (requeue?.after !== undefined) this.addAfter(key, Math.max(requeue.after, 1));
    if (this.#dirty.delete(key)) this.add(key);
    else if (isRetry) this.addRateLimited(key);
  }

  #cancelRetry(key: string): void {
    this.#retries.get(key)?.();
    this.#retries.delete(key);
  }

  #report(key: string, error: unknown): void {
    const { describe, isExpected, reportProblem } = this.#options;
    // Work interrupted by closing the queue is expected to fail.
    if (this.#isClosed) return;
    try {
      if (!isExpected?.(error)) reportProblem(`${describe(key)} failed`, error);
    } catch (reportError) {
      reportToConsole('a problem could not be reported', reportError);
    }
  }

  #announceIdle(): void {
    if (this.#isIdle) for (const listener of this.#idleListeners.splice(0)) listener();
  }
}

const TIMER: Reason = { type: 'timer' };

const NO_REASONS: readonly Reason[] = [];

/** Returns the newest reasons that are not retries, for which another retry will stand. */
const newest = (reasons: readonly Reason[]): Reason[] =>
  reasons.filter(({ type }) => type !== 'retry').slice(1 - MOST_REASONS);
