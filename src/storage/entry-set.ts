import type { Entry } from './storage.ts';

/** The immutable state of a storage at one revision, shared by copies of the storage. */
export class EntrySet {
  readonly revision: number;
  readonly #byKey: ReadonlyMap<string, Entry>;
  readonly #sorted: readonly Entry[];

  /** @param entries in key order */
  constructor(entries: readonly Entry[], revision: number) {
    this.#sorted = entries;
    this.#byKey = new Map(entries.map((entry) => [entry.key, entry]));
    this.revision = revision;
  }

  get(key: string): Entry | undefined {
    return this.#byKey.get(key);
  }

  /** Yields the entries from a key on, or those after it, in key order. */
  *from(start: string, includesStart: boolean): Generator<Entry, void, void> {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const key = this.#sorted[middle]?.key ?? '';
      if (includesStart ? key >= start : key > start) high = middle;
      else low = middle + 1;
    }
    for (let index = low; index < this.#sorted.length; index++) {
      const entry = this.#sorted[index];
      if (entry) yield entry;
    }
  }
}
