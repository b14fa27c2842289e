/** A map with a limited number of entries, which drops the least recently used one. */
export class LruMap<V> {
  readonly #entries = new Map<string, V>();
  readonly #maximum: number;

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  /** Returns a value that the caller is about to replace, so it does not count as a use. */
  peek(key: string): V | undefined {
    return this.#entries.get(key);
  }

  has(key: string): boolean {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value !== undefined;
  }

  set(key: string, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#maximum) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }
}
