/** Values for pairs of objects. A value is kept as long as both of its keys, and keeps neither of them. */
export class WeakPairMap<First extends object, Second extends object, Value> {
  readonly #byFirst = new WeakMap<First, WeakMap<Second, Value>>();

  get(first: First, second: Second): Value | undefined {
    return this.#byFirst.get(first)?.get(second);
  }

  set(first: First, second: Second, value: Value): void {
    const bySecond = this.#byFirst.get(first);
    if (bySecond) bySecond.set(second, value);
    else this.#byFirst.set(first, new WeakMap([[second, value]]));
  }
}
