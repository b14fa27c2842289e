interface Keyed {
  readonly key: string;
}

/** Maximum number of items per block. Small blocks are cheap to insert into, and few blocks are cheap to search. */
const LARGEST_BLOCK = 256;

/**
 * Items in key order. They are kept in blocks, because an insertion into one long array moves all later items, and
 * clusters grow to hundreds of thousands of keys.
 */
export class SortedBlocks<T extends Keyed> {
  /** No block is empty. */
  readonly #blocks: T[][] = [];

  /** @param items in any order, with different keys */
  constructor(items: readonly T[] = []) {
    const sorted = [...items].sort((a, b) => (a.key < b.key ? -1 : 1));
    for (let start = 0; start < sorted.length; start += LARGEST_BLOCK)
      this.#blocks.push(sorted.slice(start, start + LARGEST_BLOCK));
  }

  /** Adds an item whose key is new. */
  add(item: T): void {
    const at = Math.max(0, this.#blockOf(item.key));
    const block = this.#blocks[at];
    if (!block) {
      this.#blocks.push([item]);
      return;
    }
    block.splice(
      firstIndex(block, (key) => key > item.key),
      0,
      item,
    );
    if (block.length > LARGEST_BLOCK) this.#blocks.splice(at + 1, 0, block.splice(LARGEST_BLOCK / 2));
  }

  remove(key: string): void {
    const at = this.#blockOf(key);
    const block = this.#blocks[at];
    const index = block ? firstIndex(block, (other) => other >= key) : 0;
    if (block?.[index]?.key !== key) return;
    block.splice(index, 1);
    if (block.length === 0) this.#blocks.splice(at, 1);
  }

  /** Visits the items from a key on, or those after it, in order until `visit` returns false. */
  visitFrom(start: string, includesStart: boolean, visit: (item: T) => boolean): void {
    const isReached = includesStart ? (key: string) => key >= start : (key: string) => key > start;
    for (let at = Math.max(0, this.#blockOf(start)); at < this.#blocks.length; at++) {
      const block = this.#blocks[at] ?? [];
      for (let index = firstIndex(block, isReached); index < block.length; index++) {
        const item = block[index];
        if (item && !visit(item)) return;
      }
    }
  }

  /** Returns the index of the last block that begins at or before a key; -1 if all begin after it. */
  #blockOf(key: string): number {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#blocks[middle]?.[0]?.key ?? '') > key) high = middle;
      else low = middle + 1;
    }
    return low - 1;
  }
}

/** Returns the index of the first item with a reached key. The keys of all later items must be reached as well. */
function firstIndex(items: readonly Keyed[], isReached: (key: string) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(items[middle]?.key ?? '')) high = middle;
    else low = middle + 1;
  }
  return low;
}
