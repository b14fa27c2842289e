import type { Clock } from '../../../api/environment.ts';

/** Milliseconds. */
const FIRST = 1000;
const LONGEST = 15 * 60 * 1000;

interface Delay {
  readonly milliseconds: number;
  readonly since: number;
}

/** Slows down the replacement of pods that repeatedly fail on one node. */
export class FailedPodBackoff {
  readonly #clock: Clock;
  readonly #delays = new Map<string, Delay>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the milliseconds that a failed pod of a key must wait; 0 when it can be replaced, which is counted. */
  next(key: string): number {
    const now = this.#clock.now();
    const live = this.#delays.get(key);
    const known = live && now - live.since <= 2 * LONGEST ? live : undefined;
    const rest = known ? known.since + known.milliseconds - now : 0;
    if (rest > 0) return rest;
    const milliseconds = known ? Math.min(2 * known.milliseconds, LONGEST) : FIRST;
    this.#delays.set(key, { milliseconds, since: now });
    return 0;
  }

  /** Forgets the keys with a prefix. */
  forget(prefix: string): void {
    for (const key of this.#delays.keys()) if (key.startsWith(prefix)) this.#delays.delete(key);
  }
}
