/** Numbers of pods, or sums of weights, by topology key and value: `zone` → `eu-1` → 3. */
export class TopologyCounts {
  readonly #counts = new Map<string, Map<string, number>>();

  /** Adds to the count of the domain that a node with these labels is in. */
  add(key: string, labels: Readonly<Record<string, string>>, change: number): void {
    const value = labels[key];
    if (value === undefined || change === 0) return;
    let values = this.#counts.get(key);
    if (!values) {
      values = new Map();
      this.#counts.set(key, values);
    }
    const count = (values.get(value) ?? 0) + change;
    if (count === 0) values.delete(value);
    else values.set(value, count);
    if (values.size === 0) this.#counts.delete(key);
  }

  get(key: string, value: string): number {
    return this.#counts.get(key)?.get(value) ?? 0;
  }

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  /** The topology keys with a count. */
  keys(): Iterable<string> {
    return this.#counts.keys();
  }

  copy(): TopologyCounts {
    const copy = new TopologyCounts();
    for (const [key, values] of this.#counts) copy.#counts.set(key, new Map(values));
    return copy;
  }
}
