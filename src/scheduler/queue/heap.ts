/** A binary heap of items with keys: the first in order is taken first. */
export class Heap<T> {
  readonly #items: T[] = [];
  readonly #positions = new Map<string, number>();
  readonly #keyOf: (item: T) => string;
  readonly #isBefore: (a: T, b: T) => boolean;

  constructor(keyOf: (item: T) => string, isBefore: (a: T, b: T) => boolean) {
    this.#keyOf = keyOf;
    this.#isBefore = isBefore;
  }

  get size(): number {
    return this.#items.length;
  }

  get(key: string): T | undefined {
    const position = this.#positions.get(key);
    return position === undefined ? undefined : this.#items[position];
  }

  peek(): T | undefined {
    return this.#items[0];
  }

  /** Adds an item, or replaces the one with the same key. */
  set(item: T): void {
    const position = this.#positions.get(this.#keyOf(item)) ?? this.#items.length;
    this.#put(item, position);
    this.#down(this.#up(position));
  }

  delete(key: string): T | undefined {
    const position = this.#positions.get(key);
    if (position === undefined) return undefined;
    const item = this.#items[position];
    const last = this.#items.pop();
    this.#positions.delete(key);
    if (last !== undefined && position < this.#items.length) {
      this.#put(last, position);
      this.#down(this.#up(position));
    }
    return item;
  }

  pop(): T | undefined {
    const first = this.#items[0];
    return first === undefined ? undefined : this.delete(this.#keyOf(first));
  }

  #put(item: T, position: number): void {
    this.#items[position] = item;
    this.#positions.set(this.#keyOf(item), position);
  }

  #up(start: number): number {
    let position = start;
    while (position > 0) {
      const parent = (position - 1) >> 1;
      if (!this.#swapIfBefore(position, parent)) break;
      position = parent;
    }
    return position;
  }

  #down(start: number): void {
    let position = start;
    for (;;) {
      const [left, right] = [position * 2 + 1, position * 2 + 2];
      const [a, b] = [this.#items[left], this.#items[right]];
      const child = a !== undefined && b !== undefined && this.#isBefore(b, a) ? right : left;
      if (child >= this.#items.length || !this.#swapIfBefore(child, position)) return;
      position = child;
    }
  }

  /** Swaps two items when the one at `lower` comes before the one at `upper`. */
  #swapIfBefore(lower: number, upper: number): boolean {
    const [a, b] = [this.#items[lower], this.#items[upper]];
    if (a === undefined || b === undefined || !this.#isBefore(a, b)) return false;
    this.#put(a, upper);
    this.#put(b, lower);
    return true;
  }
}
