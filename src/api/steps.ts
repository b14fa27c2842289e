/**
 * Interruptible work: it yields where other work may run, and returns its result. Declare its generator functions at
 * the top level of a module. Each closure would have a separate hidden class, which keeps the closure's variables in
 * memory until the next full garbage collection.
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all the work at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Items between two yields of long loops: about a millisecond. */
const ITEMS = 1024;

/** Counts the items of a long loop, to yield in time. */
export class ItemCount {
  #count = 0;

  /** Counts an item. Reports whether it is time to yield. */
  isDue(): boolean {
    this.#count += 1;
    return this.#count % ITEMS === 0;
  }
}
