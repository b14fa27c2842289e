import type { Clock } from '../../api/environment.ts';
import { LruMap } from './lru-map.ts';

/** Events that one component may record about one object at once. */
const BURST = 25;
/** Milliseconds after which one more is allowed. */
const REFILL = 300_000;
const OBJECTS = 4096;

/** Limits the events of one component about one object: a burst, then one every five minutes. */
export class SpamFilter {
  readonly #clock: Clock;
  /** Tokens at a time in milliseconds. */
  readonly #buckets = new LruMap<{ readonly tokens: number; readonly at: number }>(OBJECTS);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes a token of the object; returns false when there is none. */
  accepts(object: string): boolean {
    const now = this.#clock.now();
    const { tokens: last, at } = this.#buckets.peek(object) ?? { tokens: BURST, at: now };
    const tokens = Math.min(BURST, last + Math.max(0, now - at) / REFILL);
    this.#buckets.set(object, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
    return tokens >= 1;
  }
}
