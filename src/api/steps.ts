/**
 * Work that may be interrupted: it yields where other work may run, and returns its result. Its generator functions are
 * declared at the top level of a module: each closure of one would have a hidden class of its own, which keeps the
 * closure's variables in memory until the next full garbage collection.
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all the work at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Items between two yields of work that goes through many: about a millisecond. */
const ITEMS = 1024;

/** Tells work that goes through many items when to yield. */
export class ItemCount {
  #count = 0;

  /** Counts an item. Reports whether it is time to yield. */
  isDue(): boolean {
    this.#count += 1;
    return this.#count % ITEMS === 0;
  }
}
