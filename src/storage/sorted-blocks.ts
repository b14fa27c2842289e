interface Keyed {
  readonly key: string;
}

/** Maximum number of items per block. Small blocks are cheap to insert into, and few blocks are cheap to search. */
const LARGEST_BLOCK = 256;

interface Block<T> {
  /** Never empty. */
  readonly items: T[];
  /** The number of counted items; undefined when it may have changed since they were counted. */
  counted: number | undefined;
}

const blockOf = <T>(items: T[]): Block<T> => ({ items, counted: undefined });

/**
 * Items in key order. They are kept in blocks, because an insertion into one long array moves all later items, and
 * clusters grow to hundreds of thousands of keys.
 */
export class SortedBlocks<T extends Keyed> {
  readonly #blocks: Block<T>[] = [];
  readonly #isCounted: (item: T) => boolean;

  /**
   * @param items in any order, with different keys
   * @param isCounted selects the items for `count`; call `recount` when its result for an item changes
   */
  constructor(items: readonly T[] = [], isCounted: (item: T) => boolean = () => true) {
    this.#isCounted = isCounted;
    const sorted = [...items].sort((a, b) => (a.key < b.key ? -1 : 1));
    for (let start = 0; start < sorted.length; start += LARGEST_BLOCK)
      this.#blocks.push(blockOf(sorted.slice(start, start + LARGEST_BLOCK)));
  }

  /** Adds an item whose key is new. */
  add(item: T): void {
    const at = Math.max(0, this.#blockOf(item.key));
    const block = this.#blocks[at];
    if (!block) {
      this.#blocks.push(blockOf([item]));
      return;
    }
    const { items } = block;
    const place = firstIndex(items, (key) => key > item.key);
    items.splice(place, 0, item);
    block.counted = undefined;
    if (items.length > LARGEST_BLOCK) this.#blocks.splice(at + 1, 0, blockOf(items.splice(LARGEST_BLOCK / 2)));
  }

  remove(key: string): void {
    const at = this.#blockOf(key);
    const block = this.#blocks[at];
    const index = block ? firstIndex(block.items, (other) => other >= key) : 0;
    if (block?.items[index]?.key !== key) return;
    block.items.splice(index, 1);
    block.counted = undefined;
    if (block.items.length === 0) this.#blocks.splice(at, 1);
  }

  /** Visits the items from a key on, or those after it, in order until a key lacks the prefix or `visit` returns false. */
  visitFrom(start: string, includesStart: boolean, prefix: string, visit: (item: T) => boolean): void {
    const isReached = includesStart ? (key: string) => key >= start : (key: string) => key > start;
    for (let at = Math.max(0, this.#blockOf(start)); at < this.#blocks.length; at++) {
      const items = this.#blocks[at]?.items ?? [];
      const end = endOf(items, start, prefix);
      for (let index = isReached(items[0]?.key ?? '') ? 0 : firstIndex(items, isReached); index < end; index++) {
        const item = items[index];
        if (item && !visit(item)) return;
      }
      if (end < items.length) return;
    }
  }

  /** Counts the item with a key anew, if there is one. */
  recount(key: string): void {
    const block = this.#blocks[this.#blockOf(key)];
    if (block) block.counted = undefined;
  }

  /** Returns the number of counted items after a key that starts with a prefix, and whose keys start with it, too. */
  countAfter(start: string, prefix: string): number {
    let count = 0;
    for (let at = Math.max(0, this.#blockOf(start)); at < this.#blocks.length; at++) {
      const block = this.#blocks[at];
      if (!block) break;
      const { items } = block;
      const end = endOf(items, start, prefix);
      const from = (items[0]?.key ?? '') > start ? 0 : firstIndex(items, (key) => key > start);
      count += this.#countBetween(block, from, end);
      if (end < items.length) break;
    }
    return count;
  }

  /** Returns the number of counted items in a range of a block. Only visits the items if the range needs it. */
  #countBetween(block: Block<T>, from: number, to: number): number {
    const { items } = block;
    block.counted ??= items.filter(this.#isCounted).length;
    if (block.counted === items.length) return to - from;
    if (from === 0 && to === items.length) return block.counted;
    return items.slice(from, to).filter(this.#isCounted).length;
  }

  /** Returns the index of the last block that begins at or before a key; -1 if all begin after it. */
  #blockOf(key: string): number {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#blocks[middle]?.items[0]?.key ?? '') > key) high = middle;
      else low = middle + 1;
    }
    return low - 1;
  }
}

/** Returns the index of the first item, from a key on, whose key lacks a prefix. */
const endOf = (items: readonly Keyed[], start: string, prefix: string): number =>
  items.at(-1)?.key.startsWith(prefix)
    ? items.length
    : firstIndex(items, (key) => key >= start && !key.startsWith(prefix));

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
