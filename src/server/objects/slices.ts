import { type Clock, stopwatch } from '../../api/environment.ts';
import { finish, type Steps } from '../../api/steps.ts';
import type { MaybePromise } from '../../api/when-ready.ts';

/** Milliseconds of work before a yield to the event loop. */
const SLICE = 15;

/** Number of items processed between two readings of the clock. Shorter work never yields. */
const ITEMS_PER_LOOK = 32;

/** Divides long work into slices and yields to the event loop between them, for timers, other requests and streams. */
export class Slices {
  readonly #clock: Clock;
  #began: number;
  #items = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#began = stopwatch(clock);
  }

  /** Call it once for each item. Resolves immediately during a slice, and after a turn of the event loop at its end. */
  async pause(): Promise<void> {
    this.#items += 1;
    if (this.#items % ITEMS_PER_LOOK === 0) await this.next();
  }

  /** Call it between two steps. Returns a promise only at the end of a slice: a turn of the event loop. */
  next(): MaybePromise<void> {
    if (stopwatch(this.#clock) - this.#began >= SLICE) return this.#turn();
  }

  async #turn(): Promise<void> {
    await new Promise<void>((resolve) => void this.#clock.after(0, resolve));
    this.#began = stopwatch(this.#clock);
  }
}

/** Bodies and objects up to this many bytes are processed in one slice. */
const LARGE = 64 * 1024;

/** Returns slices for the steps of a request that processes that many bytes; undefined when they are few. */
export const slicesOfLarge = (bytes: number, clock: Clock): Slices | undefined =>
  bytes > LARGE ? new Slices(clock) : undefined;

/** Runs work in slices, or synchronously without slices. */
export function inSlices<T>(steps: Steps<T>, slices: Slices | undefined): MaybePromise<T> {
  if (!slices) return finish(steps);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const turn = slices.next();
    if (turn) return turn.then(() => inSlices(steps, slices));
  }
}

/** Returns the results of a function for every item, computed in slices. */
export async function mapInSlices<T, R>(items: readonly T[], clock: Clock, work: (item: T) => R): Promise<R[]> {
  const slices = new Slices(clock);
  const results: R[] = [];
  for (const item of items) {
    await slices.pause();
    results.push(work(item));
  }
  return results;
}
