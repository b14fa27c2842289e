import { type Clock, stopwatch } from '../api/environment.ts';
import type { Sandbox, SandboxCall, SandboxResult } from './sandbox.ts';

/** A host thread that runs a sandbox, one call at a time. */
export interface SandboxThread {
  /** @throws ThreadGone when the host of the thread is gone */
  run(call: SandboxCall): Promise<SandboxResult>;
  /** Stops the thread immediately. */
  end(): void;
}

/** A thread ended unexpectedly, because its page was closed. */
export class ThreadGone extends Error {}

/** Maximum number of concurrent calls; others are queued. */
const THREADS = 4;

/** Milliseconds after its timeout before the thread of a call is terminated. */
const GRACE = 100;

/** Milliseconds to wait for a busy thread, because most calls end sooner than a new thread starts. */
const SOON = 50;

/** Milliseconds after the last call before idle threads are terminated, except one. */
const KEPT = 30_000;

const TIMED_OUT: SandboxResult = { outcome: 'timed-out', text: '', console: [] };

/**
 * Runs sandboxes in separate threads: the caller stays responsive, and code that cannot be interrupted from inside is
 * terminated from outside. Threads are started on demand.
 */
export class SandboxThreads implements Sandbox {
  readonly #open: () => Promise<SandboxThread>;
  readonly #clock: Clock;
  /** Queued calls. */
  readonly #waiting: (() => void)[] = [];
  /** Running calls that wait for a thread to become idle. */
  readonly #waitingForThread: ((thread: SandboxThread | undefined) => void)[] = [];
  readonly #idle: SandboxThread[] = [];
  #running = 0;
  #starting = 0;
  /** When the first of the threads that are starting began to start. */
  #startingSince = 0;
  /** Milliseconds of earlier starts. */
  #startedFor = 0;
  #cancelEnding: () => void = () => undefined;

  /** @param open resolves when the thread has started, which does not count towards the time of a call */
  constructor(open: () => Promise<SandboxThread>, clock: Clock) {
    this.#open = open;
    this.#clock = clock;
  }

  async run(call: SandboxCall): Promise<SandboxResult> {
    const end = this.#elapsed() + call.milliseconds;
    if (this.#running >= THREADS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
    try {
      const thread = this.#idle.pop() ?? (this.#running > 1 ? await this.#waitForIdle() : undefined);
      const milliseconds = end - this.#elapsed();
      if (milliseconds > 0) return await this.#runInThread({ ...call, milliseconds }, thread);
      if (thread) this.#release(thread);
      return TIMED_OUT;
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Returns a time in milliseconds that stands still while threads start, for which queued calls wait, too. */
  #elapsed(): number {
    return (this.#starting > 0 ? this.#startingSince : stopwatch(this.#clock)) - this.#startedFor;
  }

  async #start(): Promise<SandboxThread> {
    if (this.#starting === 0) this.#startingSince = stopwatch(this.#clock);
    this.#starting += 1;
    try {
      return await this.#open();
    } finally {
      this.#starting -= 1;
      if (this.#starting === 0) this.#startedFor += stopwatch(this.#clock) - this.#startingSince;
    }
  }

  /** Waits briefly for an idle thread; undefined when none becomes idle. */
  #waitForIdle(): Promise<SandboxThread | undefined> {
    return new Promise((resolve) => {
      const resume = (thread: SandboxThread | undefined): void => {
        cancel();
        resolve(thread);
      };
      const cancel = this.#clock.after(SOON, () => {
        this.#waitingForThread.splice(this.#waitingForThread.indexOf(resume), 1);
        resolve(undefined);
      });
      this.#waitingForThread.push(resume);
    });
  }

  async #runInThread(call: SandboxCall, free: SandboxThread | undefined): Promise<SandboxResult> {
    try {
      return await this.#runIn(free ?? (await this.#start()), call);
    } catch (error) {
      // Calls have no side effects, so they can be retried.
      if (!(error instanceof ThreadGone)) throw error;
      this.#endIdle(0);
      return this.#runIn(await this.#start(), call);
    }
  }

  async #runIn(thread: SandboxThread, call: SandboxCall): Promise<SandboxResult> {
    let result: SandboxResult | undefined;
    try {
      result = await this.#limit(call.milliseconds + GRACE, thread.run(call));
    } finally {
      // A thread that failed or timed out is not reused.
      if (result) this.#release(thread);
      else thread.end();
    }
    return result ?? TIMED_OUT;
  }

  #release(thread: SandboxThread): void {
    const resume = this.#waitingForThread.shift();
    if (resume) resume(thread);
    else this.#idle.push(thread);
    this.#cancelEnding();
    if (this.#idle.length > 1) this.#cancelEnding = this.#clock.after(KEPT, () => this.#endIdle(1));
  }

  #endIdle(kept: number): void {
    for (const thread of this.#idle.splice(kept)) thread.end();
  }

  /** Returns undefined on timeout. */
  #limit<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.after(milliseconds, () => resolve(undefined));
      promise.then(resolve, reject).finally(cancel);
    });
  }
}
