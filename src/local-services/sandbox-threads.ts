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

const TIMED_OUT: SandboxResult = { outcome: 'timed-out', text: '', console: [] };

/**
 * A sandbox in threads of their own: whatever a handler does, whoever calls stays responsive, and what cannot be
 * interrupted from inside is ended from outside. Threads are opened when they are needed; one is kept.
 */
export class SandboxThreads implements Sandbox {
  readonly #open: () => Promise<SandboxThread>;
  readonly #clock: Clock;
  readonly #waiting: (() => void)[] = [];
  #idle: SandboxThread | undefined;
  #running = 0;

  constructor(open: () => Promise<SandboxThread>, clock: Clock) {
    this.#open = open;
    this.#clock = clock;
  }

  async run(call: SandboxCall): Promise<SandboxResult> {
    const end = this.#clock.now() + call.milliseconds;
    if (this.#running >= THREADS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
    try {
      const milliseconds = end - this.#clock.now();
      return milliseconds > 0 ? await this.#runInThread({ ...call, milliseconds }) : TIMED_OUT;
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #runInThread(call: SandboxCall): Promise<SandboxResult> {
    const idle = this.#idle;
    this.#idle = undefined;
    try {
      return await this.#runIn(idle ?? (await this.#open()), call);
    } catch (error) {
      // Calls reach nothing outside, and so can be made again.
      if (!(error instanceof ThreadGone)) throw error;
      return this.#runIn(await this.#open(), call);
    }
  }

  async #runIn(thread: SandboxThread, call: SandboxCall): Promise<SandboxResult> {
    const result = await this.#limit(call.milliseconds + GRACE, thread.run(call));
    if (!result || this.#idle) thread.end();
    else this.#idle = thread;
    return result ?? TIMED_OUT;
  }

  /** Undefined when the time is up first. */
  #limit<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.after(milliseconds, () => resolve(undefined));
      promise.then(resolve, reject).finally(cancel);
    });
  }
}
