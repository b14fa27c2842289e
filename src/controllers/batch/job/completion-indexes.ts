/** A set of indexes as ascending, disjoint intervals that are not adjacent. Both ends are inclusive. */
export class CompletionIndexes {
  readonly #intervals: readonly (readonly [first: number, last: number])[];

  private constructor(intervals: readonly (readonly [number, number])[]) {
    this.#intervals = intervals;
  }

  static of(indexes: Iterable<number>): CompletionIndexes {
    return new CompletionIndexes(merge([...indexes].map((index) => [index, index])));
  }

  /** Parses the text of a status, such as `0-2,5`. Ignores indexes from `completions` on, and invalid ones. */
  static parse(text: string, completions: number): CompletionIndexes {
    const intervals: [number, number][] = [];
    for (const part of text.split(',')) {
      const match = /^(\d+)(?:-(\d+))?$/.exec(part);
      if (!match) continue;
      const first = Number(match[1]);
      const last = Math.min(Number(match[2] ?? match[1]), completions - 1);
      if (first <= last) intervals.push([first, last]);
    }
    return new CompletionIndexes(merge(intervals));
  }

  get size(): number {
    return this.#intervals.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  }

  has(index: number): boolean {
    let low = 0;
    let high = this.#intervals.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const [first, last] = this.#intervals[middle] as readonly [number, number];
      if (index < first) high = middle - 1;
      else if (index > last) low = middle + 1;
      else return true;
    }
    return false;
  }

  union(other: CompletionIndexes): CompletionIndexes {
    return new CompletionIndexes(merge([...this.#intervals, ...other.#intervals]));
  }

  /** Returns up to `count` of the smallest indexes below `completions` that are not in the set. */
  firstMissing(count: number, completions: number): number[] {
    const missing: number[] = [];
    let next = 0;
    for (const [first, last] of [...this.#intervals, [completions, completions] as const]) {
      for (; next < Math.min(first, completions) && missing.length < count; next++) missing.push(next);
      next = Math.max(next, last + 1);
    }
    return missing;
  }

  /** Returns the text for a status: `0-2,5,7,8`. */
  toString(): string {
    return this.#intervals
      .map(([first, last]) => {
        if (first === last) return String(first);
        return last === first + 1 ? `${first},${last}` : `${first}-${last}`;
      })
      .join(',');
  }
}

function merge(intervals: readonly (readonly [number, number])[]): [number, number][] {
  const merged: [number, number][] = [];
  for (const [first, last] of [...intervals].sort(([a], [b]) => a - b)) {
    const previous = merged.at(-1);
    if (previous && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else merged.push([first, last]);
  }
  return merged;
}
