import { type Clock, stopwatch } from '../api/environment.ts';
import { LruMap } from '../api/memory/lru-map.ts';

interface Entry<T> {
  readonly value: T;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** An LRU cache whose entries each have their own lifetime; used for answers of external services. */
export class ExpiringCache<T> {
  readonly #clock: Clock;
  readonly #entries: LruMap<Entry<T>>;

  constructor(clock: Clock, maximum: number) {
    this.#clock = clock;
    this.#entries = new LruMap(maximum);
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.expires > stopwatch(this.#clock) ? entry.value : undefined;
  }

  /** @param milliseconds Lifetime of the entry; 0 expires immediately. */
  set(key: string, value: T, milliseconds: number): void {
    this.#entries.set(key, { value, expires: stopwatch(this.#clock) + milliseconds });
  }
}
