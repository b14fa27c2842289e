/** The headers of a message. Names are in lower case; values of one name are joined by a comma. */
export class HeaderList {
  /** Alternating names and values. A linear search is faster than a map, because messages have few headers. */
  readonly #entries: string[] = [];
  #addLater: ((headers: HeaderList) => void) | undefined;

  /** @param headers by names in lower case */
  constructor(headers: Readonly<Record<string, string>> | Iterable<readonly [string, string]> = {}) {
    if (Symbol.iterator in headers) for (const [name, value] of headers) this.#entries.push(name, value);
    else for (const name in headers) this.#entries.push(name, headers[name] ?? '');
  }

  /**
   * Registers a function that adds further headers. It is called when headers are read, which few in-process clients
   * do.
   */
  addLater(add: (headers: HeaderList) => void): void {
    this.#addLater = add;
  }

  get(name: string): string | null {
    const entries = this.#complete();
    return entries[this.#placeOf(name)] ?? null;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  set(name: string, value: string): void {
    const place = this.#placeOf(name);
    if (place < 0) this.#entries.push(name, value);
    else this.#entries[place] = value;
  }

  append(name: string, value: string): void {
    const place = this.#placeOf(name);
    if (place < 0) this.#entries.push(name, value);
    else this.#entries[place] = `${this.#entries[place]}, ${value}`;
  }

  /** Returns alternating names and values, as Node expects them, sorted by name. */
  flat(): string[] {
    const entries = this.#complete();
    const sorted: string[] = [];
    for (let index = 0; index < entries.length; index += 2) {
      const [name = '', value = ''] = [entries[index], entries[index + 1]];
      let place = sorted.length;
      while (place > 0 && (sorted[place - 2] ?? '') > name) place -= 2;
      sorted.splice(place, 0, name, value);
    }
    return sorted;
  }

  keys(): Iterable<string> {
    return this.#complete().filter((_, index) => index % 2 === 0);
  }

  /** Sorted by name, as in Fetch. */
  [Symbol.iterator](): IterableIterator<[string, string]> {
    const flat = this.flat();
    const pairs: [string, string][] = [];
    for (let index = 0; index < flat.length; index += 2) pairs.push([flat[index] ?? '', flat[index + 1] ?? '']);
    return pairs.values();
  }

  #complete(): string[] {
    const add = this.#addLater;
    this.#addLater = undefined;
    add?.(this);
    return this.#entries;
  }

  /** Returns the index of a header's value; -1 without the header. */
  #placeOf(name: string): number {
    for (let index = 0; index < this.#entries.length; index += 2) if (this.#entries[index] === name) return index + 1;
    return -1;
  }
}
