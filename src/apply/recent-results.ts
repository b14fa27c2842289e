interface Result<T> {
  readonly left: T;
  readonly right: T;
  readonly result: T;
}

/** A power of two. */
const SLOTS = 1024;

/**
 * A cached operation on two values with ids, such as field sets: most writes of a kind change the same fields. Each
 * pair has one slot, which it shares with other pairs. The last pair of a slot is kept.
 */
export class RecentResults<T extends { readonly id: number }> {
  readonly #compute: (left: T, right: T) => T;
  readonly #slots = new Array<Result<T> | undefined>(SLOTS);

  constructor(compute: (left: T, right: T) => T) {
    this.#compute = compute;
  }

  of(left: T, right: T): T {
    const slot = (left.id * 31 + right.id) & (SLOTS - 1);
    const known = this.#slots[slot];
    if (known?.left === left && known.right === right) return known.result;
    const result = this.#compute(left, right);
    this.#slots[slot] = { left, right, result };
    return result;
  }
}
