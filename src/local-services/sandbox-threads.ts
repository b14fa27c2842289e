import type { Clock } from '../api/environment.ts';
import type { Sandbox, SandboxCall, SandboxResult } from './sandbox.ts';

/** A thread of the host in which a sandbox runs, one call at a time. */
export interface SandboxThread {
  /** @throws ThreadGone when what hosted it has gone */
  run(call: SandboxCall): Promise<SandboxResult>;
  /** Stops it at once, whatever it does. */
  end(): void;
}

/** A thread that has ended without being told to: its page was closed. */
export class ThreadGone extends Error {}

/** How many calls may run at once; others wait for their turn. */
const THREADS = 4;

/** Milliseconds after its time that a call has to end by itself, before its thread is ended. */
const GRACE = 100;

/** Milliseconds for which a call waits for a busy thread: most calls are shorter than it takes to open another one. */
const SOON = 50;

/** Milliseconds after the last call for which threads are kept. One is kept for ever. */
const KEPT = 30_000;

const TIMED_OUT: SandboxResult = { outcome: 'timed-out', text: '', console: [] };

/**
 * A sandbox in threads of their own: whatever a handler does, whoever calls stays responsive, and what cannot be
 * interrupted from inside is ended from outside. Threads are opened when they are needed.
 */
export class SandboxThreads implements Sandbox {
  readonly #open: () => Promise<SandboxThread>;
  readonly #clock: Clock;
  /** Calls that wait for their turn. */
  readonly #waiting: (() => void)[] = [];
  /** Calls that have their turn and hope for a thread that becomes free. */
  readonly #hoping: ((thread: SandboxThread | undefined) => void)[] = [];
  readonly #idle: SandboxThread[] = [];
  #running = 0;
  #cancelEnding: () => void = () => undefined;

  constructor(open: () => Promise<SandboxThread>, clock: Clock) {
    this.#open = open;
    this.#clock = clock;
  }

  async run(call: SandboxCall): Promise<SandboxResult> {
    const end = this.#clock.now() + call.milliseconds;
    if (this.#running >= THREADS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
    try {
      const thread = this.#idle.pop() ?? (this.#running > 1 ? await this.#soonFree() : undefined);
      const milliseconds = end - this.#clock.now();
      if (milliseconds > 0) return await this.#runInThread({ ...call, milliseconds }, thread);
      if (thread) this.#release(thread);
      return TIMED_OUT;
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Undefined when none becomes free soon. */
  #soonFree(): Promise<SandboxThread | undefined> {
    return new Promise((resolve) => {
      const hope = (thread: SandboxThread | undefined): void => {
        cancel();
        resolve(thread);
      };
      const cancel = this.#clock.after(SOON, () => {
        this.#hoping.splice(this.#hoping.indexOf(hope), 1);
        resolve(undefined);
      });
      this.#hoping.push(hope);
    });
  }

  async #runInThread(call: SandboxCall, free: SandboxThread | undefined): Promise<SandboxResult> {
    try {
      return await this.#runIn(free ?? (await this.#open()), call);
    } catch (error) {
      // Calls reach nothing outside, and so can be made again.
      if (!(error instanceof ThreadGone)) throw error;
      this.#endIdle(0);
      return this.#runIn(await this.#open(), call);
    }
  }

  async #runIn(thread: SandboxThread, call: SandboxCall): Promise<SandboxResult> {
    let result: SandboxResult | undefined;
    try {
      result = await this.#limit(call.milliseconds + GRACE, thread.run(call));
    } finally {
      // What failed or takes too long is not used again.
      if (result) this.#release(thread);
      else thread.end();
    }
    return result ?? TIMED_OUT;
  }

  #release(thread: SandboxThread): void {
    const hope = this.#hoping.shift();
    if (hope) hope(thread);
    else this.#idle.push(thread);
    this.#cancelEnding();
    if (this.#idle.length > 1) this.#cancelEnding = this.#clock.after(KEPT, () => this.#endIdle(1));
  }

  #endIdle(kept: number): void {
    for (const thread of this.#idle.splice(kept)) thread.end();
  }

  /** Undefined when the time is up first. */
  #limit<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.after(milliseconds, () => resolve(undefined));
      promise.then(resolve, reject).finally(cancel);
    });
  }
}
