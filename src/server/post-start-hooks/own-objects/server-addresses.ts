import { type Clock, stopwatch } from '../../../api/environment.ts';
import type { Storage } from '../../../storage/storage.ts';

const PREFIX = '/tabplane/masterleases/';

/** Milliseconds after which an address that is not renewed expires. */
const DURATION = 15_000;

/**
 * The addresses of the servers that share a storage, like the lease reconciler of the real server: each server renews
 * its own address. Expiry is measured from the time at which a renewal was first seen, so that clocks may differ.
 */
export class ServerAddresses {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #key: string;
  /** The revision of each address, and the time at which it was first seen. */
  readonly #seen = new Map<string, { readonly revision: number; readonly at: number }>();

  constructor(storage: Storage, clock: Clock, address: string) {
    this.#storage = storage;
    this.#clock = clock;
    this.#key = PREFIX + address;
  }

  async renew(): Promise<void> {
    const live = await this.#storage.get(this.#key);
    const value = { renewals: live ? (JSON.parse(live.value) as { renewals: number }).renewals + 1 : 0 };
    // A restarted server at the same address may have renewed it first.
    await this.#storage.commit([{ key: this.#key, value: JSON.stringify(value), expected: live?.revision ?? 0 }]);
  }

  /** Returns the addresses that have not expired, sorted. Removes the others. */
  async current(): Promise<string[]> {
    const now = stopwatch(this.#clock);
    const { entries } = await this.#storage.list(PREFIX);
    const addresses: string[] = [];
    for (const { key, revision } of entries) {
      const seen = this.#seen.get(key);
      const at = seen?.revision === revision ? seen.at : now;
      this.#seen.set(key, { revision, at });
      if (key === this.#key || now - at < DURATION) {
        addresses.push(key.slice(PREFIX.length));
        continue;
      }
      this.#seen.delete(key);
      await this.#storage.commit([{ key, value: null, expected: revision }]);
    }
    return addresses;
  }

  async remove(): Promise<void> {
    const live = await this.#storage.get(this.#key);
    if (live) await this.#storage.commit([{ key: this.#key, value: null, expected: live.revision }]);
  }
}
