import { parseIpRange } from '../../api/values/ip-address.ts';

/** Gives the pods of one node addresses of its range. The first two belong to the network and its gateway. */
export class PodAddresses {
  readonly #byUid = new Map<string, string>();
  readonly #used = new Set<number>();
  #network: number;
  #size: number;
  #next = 2;

  constructor(range: string) {
    const parsed = parseIpRange(range);
    this.#network = Number(parsed?.network.value ?? 0n);
    this.#size = 2 ** (32 - (parsed?.prefix ?? 24));
  }

  /** Records the address that a pod has. */
  occupy(uid: string, address: string): void {
    this.#byUid.set(uid, address);
    this.#used.add(numberOf(address) - this.#network);
  }

  /** Returns the address of a pod, a new one the first time. */
  addressOf(uid: string): string {
    const known = this.#byUid.get(uid);
    if (known) return known;
    for (let tries = 0; tries < this.#size && this.#used.has(this.#next); tries++) this.#advance();
    const address = textOf(this.#network + this.#next);
    this.occupy(uid, address);
    this.#advance();
    return address;
  }

  release(uid: string): void {
    const address = this.#byUid.get(uid);
    if (address === undefined) return;
    this.#byUid.delete(uid);
    this.#used.delete(numberOf(address) - this.#network);
  }

  #advance(): void {
    this.#next = this.#next + 1 >= this.#size - 1 ? 2 : this.#next + 1;
  }
}

const numberOf = (address: string): number => address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);

const textOf = (value: number): string => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
