import type { Clock, Random } from '../api/environment.ts';
import { Backoff } from './backoff.ts';

interface Retry {
  readonly backoff: Backoff;
  cancel: () => void;
}

/** Schedules work that failed: at most one retry waits for each key, and each failure in a row doubles the wait. */
export class Retries {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #retries = new Map<string, Retry>();
  #isStopped = false;

  constructor({ clock, random }: { readonly clock: Clock; readonly random: Random }) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Calls back later, in place of the retry that waits for the key. */
  schedule(key: string, callback: () => void): void {
    if (this.#isStopped) return;
    const known = this.#retries.get(key);
    known?.cancel();
    const backoff = known?.backoff ?? new Backoff({ clock: this.#clock, random: this.#random });
    const cancel = this.#clock.after(backoff.next(), callback);
    this.#retries.set(key, { backoff, cancel });
  }

  /** Cancels the key's retry and starts its waits anew: its work succeeded, or is not needed any more. */
  forget(key: string): void {
    this.#retries.get(key)?.cancel();
    this.#retries.delete(key);
  }

  /** Cancels every retry, and schedules none from now on. */
  stop(): void {
    this.#isStopped = true;
    for (const key of [...this.#retries.keys()]) this.forget(key);
  }
}
