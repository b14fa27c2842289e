import { parseIpRange } from '../../api/values/ip-address.ts';

/** Assigns the pods of one node addresses in its range. The first two are reserved for the network and its gateway. */
export class PodAddresses {
  /** Assigned addresses that pods do not show yet, by UID. */
  readonly #given = new Map<string, number>();
  readonly #used = new Set<number>();
  #network: number;
  #size: number;
  #next = 2;

  constructor(range: string) {
    const parsed = parseIpRange(range);
    this.#network = Number(parsed?.network.value ?? 0n);
    this.#size = 2 ** (32 - (parsed?.prefix ?? 24));
  }

  /** Records the address in a pod's status. */
  occupy(uid: string, address: string): void {
    this.#given.delete(uid);
    this.#used.add(numberOf(address) - this.#network);
  }

  /** Returns the address of a pod that does not show one yet, allocating it on the first call. */
  addressOf(uid: string): string {
    const known = this.#given.get(uid);
    if (known !== undefined) return textOf(this.#network + known);
    for (let tries = 0; tries < this.#size && this.#used.has(this.#next); tries++) this.#advance();
    const given = this.#next;
    this.#given.set(uid, given);
    this.#used.add(given);
    this.#advance();
    return textOf(this.#network + given);
  }

  /** Releases the address of a pod. @param address the one in its status */
  release(uid: string, address?: string): void {
    const given = address ? numberOf(address) - this.#network : this.#given.get(uid);
    this.#given.delete(uid);
    if (given !== undefined) this.#used.delete(given);
  }

  #advance(): void {
    this.#next = this.#next + 1 >= this.#size - 1 ? 2 : this.#next + 1;
  }
}

/** Parses only the digits, because every change of a pod contains its address. */
function numberOf(address: string): number {
  let sum = 0;
  let octet = 0;
  for (let index = 0; index < address.length; index++) {
    const code = address.charCodeAt(index);
    if (code === DOT) {
      sum = (sum + octet) * 256;
      octet = 0;
    } else octet = octet * 10 + code - ZERO;
  }
  return sum + octet;
}

const DOT = 46;
const ZERO = 48;

const textOf = (value: number): string =>
  `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
