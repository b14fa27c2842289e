import { isPromise } from '../../api/realms.ts';
/** Passes values on in the order in which they were added, even if some are promises that resolve later. */
export class InTurn<T> {
  readonly #take: (value: T) => void;
  readonly #fail: (error: unknown) => void;
  #turn: Promise<void> = Promise.resolve();
  #size = 0;

  /** @param fail called with the error of a promise, in its turn */
  constructor(take: (value: T) => void, fail: (error: unknown) => void) {
    this.#take = take;
    this.#fail = fail;
  }

  /** The number of values that wait. */
  get size(): number {
    return this.#size;
  }

  /** Passes a value on immediately when it is not a promise and no other value waits. */
  add(value: T | Promise<T>): void {
    if (this.#size === 0 && !isPromise(value)) {
      this.#take(value);
      return;
    }
    this.#size += 1;
    // Settled here, so that a rejection that waits for its turn counts as handled.
    const settled = Promise.allSettled([value]);
    this.#turn = this.#turn.then(async () => {
      const [result] = await settled;
      this.#size -= 1;
      if (result.status === 'fulfilled') this.#take(result.value);
      else this.#fail(result.reason);
    });
  }
}
