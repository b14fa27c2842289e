import type { Clock } from '../../api/environment.ts';

/** Milliseconds of work after which others get their turn. */
const SLICE = 15;

/** How many items are worked on between two looks at the clock; little work is never interrupted. */
const ITEMS_PER_LOOK = 32;

/** Divides long work, so that timers, other requests and streams get their turn of the event loop in between. */
export class Slices {
  readonly #clock: Clock;
  #began: number;
  #items = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#began = clock.now();
  }

  /** To be called once for each item. Resolves at once during a slice, and after a turn of the event loop at its end. */
  async pause(): Promise<void> {
    this.#items += 1;
    if (this.#items % ITEMS_PER_LOOK !== 0 || this.#clock.now() - this.#began < SLICE) return;
    await new Promise<void>((resolve) => void this.#clock.after(0, resolve));
    this.#began = this.#clock.now();
  }
}

/** The results of a function for every item, worked out in slices. */
export async function mapInSlices<T, R>(items: readonly T[], clock: Clock, work: (item: T) => R): Promise<R[]> {
  const slices = new Slices(clock);
  const results: R[] = [];
  for (const item of items) {
    await slices.pause();
    results.push(work(item));
  }
  return results;
}
