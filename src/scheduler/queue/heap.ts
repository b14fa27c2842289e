interface Entry<T> {
  item: T;
  readonly key: string;
  position: number;
}

/** A binary heap of items with keys; the first in order is popped first. */
export class Heap<T> {
  readonly #entries: Entry<T>[] = [];
  readonly #byKey = new Map<string, Entry<T>>();
  readonly #keyOf: (item: T) => string;
  readonly #isBefore: (a: T, b: T) => boolean;

  constructor(keyOf: (item: T) => string, isBefore: (a: T, b: T) => boolean) {
    this.#keyOf = keyOf;
    this.#isBefore = isBefore;
  }

  get size(): number {
    return this.#entries.length;
  }

  get(key: string): T | undefined {
    return this.#byKey.get(key)?.item;
  }

  peek(): T | undefined {
    return this.#entries[0]?.item;
  }

  /** Adds an item, or replaces the one with the same key. */
  set(item: T): void {
    const key = this.#keyOf(item);
    let entry = this.#byKey.get(key);
    if (entry) entry.item = item;
    else {
      entry = { item, key, position: this.#entries.length };
      this.#byKey.set(key, entry);
    }
    this.#place(entry, entry.position);
  }

  delete(key: string): T | undefined {
    const entry = this.#byKey.get(key);
    if (!entry) return undefined;
    this.#byKey.delete(key);
    const last = this.#entries.pop();
    if (last && last !== entry) this.#place(last, entry.position);
    return entry.item;
  }

  pop(): T | undefined {
    const first = this.#entries[0];
    return first && this.delete(first.key);
  }

  /** Moves an entry up or down from a free position to its place. */
  #place(entry: Entry<T>, start: number): void {
    const position = this.#up(entry, start);
    this.#put(entry, position === start ? this.#down(entry, start) : position);
  }

  #put(entry: Entry<T>, position: number): void {
    this.#entries[position] = entry;
    entry.position = position;
  }

  #up({ item }: Entry<T>, start: number): number {
    let position = start;
    while (position > 0) {
      const above = (position - 1) >> 1;
      const parent = this.#entries[above];
      if (!parent || !this.#isBefore(item, parent.item)) break;
      this.#put(parent, position);
      position = above;
    }
    return position;
  }

  #down({ item }: Entry<T>, start: number): number {
    let position = start;
    for (;;) {
      const [left, right] = [position * 2 + 1, position * 2 + 2];
      const [a, b] = [this.#entries[left], this.#entries[right]];
      const isRight = a !== undefined && b !== undefined && this.#isBefore(b.item, a.item);
      const child = isRight ? b : a;
      if (!child || !this.#isBefore(child.item, item)) return position;
      this.#put(child, position);
      position = isRight ? right : left;
    }
  }
}
