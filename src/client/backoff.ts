import type { Clock, Random } from '../api/environment.ts';
import { wait } from './wait.ts';

export interface BackoffOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Milliseconds of the first wait; 200 by default. */
  readonly initial?: number;
  /** Maximum milliseconds of a wait; 30,000 by default. */
  readonly maximum?: number;
}

/** Exponential backoff: each wait is twice the last, plus up to half of it at random so that clients do not act in step. */
export class Backoff {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #initial: number;
  readonly #maximum: number;
  #next: number;
  #waits = 0;

  constructor({ clock, random, initial = 200, maximum = 30_000 }: BackoffOptions) {
    this.#clock = clock;
    this.#random = random;
    this.#initial = initial;
    this.#maximum = maximum;
    this.#next = initial;
  }

  /** The number of waits since the start or the last reset. */
  get waits(): number {
    return this.#waits;
  }

  /** Returns the milliseconds to wait, and doubles the next wait. */
  next(): number {
    this.#waits += 1;
    const base = this.#next;
    this.#next = Math.min(base * 2, this.#maximum);
    const fraction = (this.#random.bytes(1)[0] ?? 0) / 255;
    return Math.min(Math.round(base * (1 + fraction / 2)), this.#maximum);
  }

  reset(): void {
    this.#waits = 0;
    this.#next = this.#initial;
  }

  /** Resolves after `milliseconds`, or when the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    return wait(this.#clock, milliseconds, signal);
  }
}
