import { serviceUnavailable } from '../../api/status.ts';
import type { MaybePromise } from '../../api/when-ready.ts';
import type {
  Change,
  CommitResult,
  CommitSize,
  Entry,
  Follower,
  Listing,
  ListOptions,
  Storage,
  Write,
} from '../../storage/storage.ts';

/**
 * One server's view of a storage. A storage outlives its servers: once revoked, a server that still answers requests
 * can neither write nor read later changes.
 */
export class RevocableStorage implements Storage {
  readonly largestCommit?: CommitSize;
  readonly catchUp?: () => Promise<void>;
  readonly ping?: () => Promise<void>;
  readonly #storage: Storage;
  /** Functions that end subscriptions to the storage. */
  readonly #ends = new Set<() => void>();
  #isRevoked = false;

  constructor(storage: Storage) {
    this.#storage = storage;
    if (storage.largestCommit) this.largestCommit = storage.largestCommit;
    if (storage.catchUp) this.catchUp = storage.catchUp.bind(storage);
    if (storage.ping) this.ping = storage.ping.bind(storage);
  }

  revoke(): void {
    this.#isRevoked = true;
    for (const end of this.#ends) end();
    this.#ends.clear();
  }

  revision(): Promise<number> {
    return this.#storage.revision();
  }
  get(key: string): MaybePromise<Entry | undefined> {
    return this.#storage.get(key);
  }
  list(prefix: string, options?: ListOptions): Promise<Listing> {
    return this.#storage.list(prefix, options);
  }
  changesSince(revision: number, prefix?: string): Promise<readonly Change[]> {
    return this.#storage.changesSince(revision, prefix);
  }
  commit(writes: readonly Write[]): MaybePromise<CommitResult> {
    if (!this.#isRevoked) return this.#storage.commit(writes);
    return Promise.reject(serviceUnavailable('the cluster was replaced while the request was in progress'));
  }
  async compact(revision: number): Promise<void> {
    if (!this.#isRevoked) await this.#storage.compact(revision);
  }
  async follow(prefix: string, follower: Follower): Promise<() => void> {
    const end = await this.#storage.follow(prefix, follower);
    if (this.#isRevoked) end();
    else this.#ends.add(end);
    return () => {
      this.#ends.delete(end);
      end();
    };
  }
  /** Ends only this view of the storage. */
  async close(): Promise<void> {
    this.revoke();
  }
}
