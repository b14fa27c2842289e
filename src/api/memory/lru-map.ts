interface Entry<V> {
  readonly key: string;
  value: V;
  older: Entry<V> | undefined;
  newer: Entry<V> | undefined;
}

/** A map with a limited number of entries, which drops the least recently used one. */
export class LruMap<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #maximum: number;
  #oldest: Entry<V> | undefined;
  #newest: Entry<V> | undefined;

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry) this.#use(entry);
    return entry?.value;
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  set(key: string, value: V): void {
    const known = this.#entries.get(key);
    if (known) {
      known.value = value;
      this.#use(known);
      return;
    }
    const entry: Entry<V> = { key, value, older: undefined, newer: undefined };
    this.#entries.set(key, entry);
    this.#append(entry);
    if (this.#entries.size > this.#maximum) this.dropOldest();
  }

  /** Drops the least recently used value and returns it; undefined when the map is empty. */
  dropOldest(): V | undefined {
    const oldest = this.#oldest;
    if (oldest) this.#remove(oldest);
    return oldest?.value;
  }

  #use(entry: Entry<V>): void {
    if (entry === this.#newest) return;
    this.#unlink(entry);
    this.#append(entry);
  }

  #append(entry: Entry<V>): void {
    entry.older = this.#newest;
    entry.newer = undefined;
    if (this.#newest) this.#newest.newer = entry;
    else this.#oldest = entry;
    this.#newest = entry;
  }

  #remove(entry: Entry<V>): void {
    this.#entries.delete(entry.key);
    this.#unlink(entry);
    // An old dropped entry would keep all newer ones alive until the next full garbage collection.
    entry.newer = undefined;
  }

  #unlink({ older, newer }: Entry<V>): void {
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
  }
}
