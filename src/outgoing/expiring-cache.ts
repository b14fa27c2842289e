import { type Clock, stopwatch } from '../api/environment.ts';

interface Entry<T> {
  readonly value: T;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** An LRU cache whose entries each have their own lifetime; used for answers of external services. */
export class ExpiringCache<T> {
  readonly #clock: Clock;
  readonly #maximum: number;
  readonly #entries = new Map<string, Entry<T>>();

  constructor(clock: Clock, maximum: number) {
    this.#clock = clock;
    this.#maximum = maximum;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    if (entry.expires <= stopwatch(this.#clock)) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** @param milliseconds Lifetime of the entry; 0 stores nothing. */
  set(key: string, value: T, milliseconds: number): void {
    this.#entries.delete(key);
    if (milliseconds <= 0) return;
    this.#entries.set(key, { value, expires: stopwatch(this.#clock) + milliseconds });
    for (const [oldest] of this.#entries) {
      if (this.#entries.size <= this.#maximum) break;
      this.#entries.delete(oldest);
    }
  }
}
