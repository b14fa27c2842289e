import type { FieldSet } from './field-set.ts';

interface Result {
  readonly left: FieldSet;
  readonly right: FieldSet;
  readonly result: FieldSet;
}

/** A power of two. */
const SLOTS = 1024;

/**
 * An operation on two sets that keeps its recent results: most writes of a kind change the same fields. Each pair has
 * one slot, which it shares with others; the last pair is kept.
 */
export class RecentResults {
  readonly #compute: (left: FieldSet, right: FieldSet) => FieldSet;
  readonly #slots = new Array<Result | undefined>(SLOTS);

  constructor(compute: (left: FieldSet, right: FieldSet) => FieldSet) {
    this.#compute = compute;
  }

  of(left: FieldSet, right: FieldSet): FieldSet {
    const slot = (left.id * 31 + right.id) & (SLOTS - 1);
    const known = this.#slots[slot];
    if (known?.left === left && known.right === right) return known.result;
    const result = this.#compute(left, right);
    this.#slots[slot] = { left, right, result };
    return result;
  }
}
