/**
 * A map for what is remembered to save work. It forgets everything when it is full: what is still used comes back soon,
 * and no order of use has to be kept.
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
