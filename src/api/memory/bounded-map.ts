/**
 * A cache with a maximum size. A full cache drops all entries: those in use return soon, and no order of use must be
 * tracked.
 */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #maximum: number;

  constructor(maximum: number) {
    super();
    this.#maximum = maximum;
  }

  override set(key: K, value: V): this {
    if (this.size >= this.#maximum && !this.has(key)) this.clear();
    return super.set(key, value);
  }
}
