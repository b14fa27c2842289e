import { parseIpRange } from '../../api/values/ip-address.ts';

/** Divides a range of IPv4 addresses into equal ranges for nodes. */
export class PodRanges {
  readonly #first: number;
  readonly #count: number;
  readonly #prefix: number;
  /** Indexes of ranges by node. */
  readonly #indexes = new Map<string, number>();
  readonly #used = new Set<number>();
  #next = 0;

  /** @throws Error when `range` is not a range of IPv4 addresses */
  constructor(range: string, prefix: number) {
    const parsed = parseIpRange(range);
    if (parsed?.network.version !== 4) throw new Error(`${range} is not a range of IPv4 addresses`);
    this.#first = Number(parsed.network.value);
    this.#prefix = prefix;
    this.#count = 2 ** (prefix - parsed.prefix);
  }

  /** Records the ranges that a node has. */
  occupy(node: string, ranges: readonly string[]): void {
    for (const range of ranges) {
      const parsed = parseIpRange(range);
      if (parsed?.network.version !== 4) continue;
      const index = (Number(parsed.network.value) - this.#first) / this.#size;
      if (index < 0 || index >= this.#count || this.#indexes.get(node) === index) continue;
      this.#assign(node, Math.floor(index));
    }
  }

  /** Returns a free range for a node, or the one that it was given before; undefined when there is none. */
  allocate(node: string): string | undefined {
    const known = this.#indexes.get(node);
    if (known !== undefined) return this.#textOf(known);
    for (let tries = 0; tries < this.#count; tries++) {
      const index = this.#next;
      this.#next = (this.#next + 1) % this.#count;
      if (this.#used.has(index)) continue;
      this.#assign(node, index);
      return this.#textOf(index);
    }
    return undefined;
  }

  release(node: string): void {
    const index = this.#indexes.get(node);
    if (index === undefined) return;
    this.#indexes.delete(node);
    this.#used.delete(index);
  }

  get #size(): number {
    return 2 ** (32 - this.#prefix);
  }

  #assign(node: string, index: number): void {
    this.release(node);
    this.#indexes.set(node, index);
    this.#used.add(index);
  }

  #textOf(index: number): string {
    const value = this.#first + index * this.#size;
    const octets = [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256);
    return `${octets.join('.')}/${this.#prefix}`;
  }
}
