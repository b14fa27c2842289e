import type { Clock } from '../../api/environment.ts';

/** Maximum burst of events of one component about one object. */
const BURST = 25;
/** Milliseconds until one more event is allowed. */
const REFILL = 300_000;

/** Limits the events of one component about one object: a burst, then one every five minutes. */
export class SpamFilter {
  readonly #clock: Clock;
  #tokens = BURST;
  /** Time of the last event in milliseconds. */
  #at: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#at = clock.now();
  }

  /** Takes a token; returns false when there is none. */
  accepts(): boolean {
    const now = this.#clock.now();
    this.#tokens = Math.min(BURST, this.#tokens + Math.max(0, now - this.#at) / REFILL);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
