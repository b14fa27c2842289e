import { EntrySet } from './entry-set.ts';
import {
  type Change,
  type CommitResult,
  type Entry,
  type Follower,
  FutureRevisionError,
  type Listing,
  type ListOptions,
  type Storage,
} from './storage.ts';

/**
 * A storage as it was at a revision, which nothing changes. It keeps that state when the history is compacted. Older states
 * come from the storage as long as it retains them.
 */
export class PastStorage implements Storage {
  readonly #origin: Storage;
  readonly #state: EntrySet;

  private constructor(origin: Storage, state: EntrySet) {
    this.#origin = origin;
    this.#state = state;
  }

  /** @throws CompactedError, FutureRevisionError */
  static async open(origin: Storage, revision: number): Promise<PastStorage> {
    const { entries } = await origin.list('', { revision });
    return new PastStorage(origin, new EntrySet(entries, revision));
  }

  async revision(): Promise<number> {
    return this.#state.revision;
  }

  get(key: string): Entry | undefined {
    return this.#state.get(key);
  }

  async list(prefix: string, options: ListOptions = {}): Promise<Listing> {
    const { revision = this.#state.revision, after, limit = Number.POSITIVE_INFINITY } = options;
    if (revision < this.#state.revision) return this.#origin.list(prefix, options);
    if (revision > this.#state.revision) throw new FutureRevisionError(this.#state.revision);
    const isContinued = after !== undefined && after >= prefix;
    const all: Entry[] = [];
    for (const entry of this.#state.from(isContinued ? after : prefix, !isContinued)) {
      if (!entry.key.startsWith(prefix)) break;
      all.push(entry);
    }
    const entries = limit < all.length ? all.slice(0, limit) : all;
    return { entries, revision, remaining: all.length - entries.length };
  }

  async changesSince(revision: number, prefix = ''): Promise<readonly Change[]> {
    const newest = this.#state.revision;
    if (revision === newest) return [];
    if (revision > newest) throw new FutureRevisionError(newest);
    const changes = await this.#origin.changesSince(revision, prefix);
    return changes.filter((change) => change.revision <= newest);
  }

  commit(): Promise<CommitResult> {
    return Promise.reject(new Error('the past cannot be changed'));
  }

  async follow(prefix: string, { began }: Follower): Promise<() => void> {
    if (began) {
      const { entries, revision } = await this.list(prefix);
      began({ entries, revision });
    }
    return () => undefined;
  }

  async compact(): Promise<void> {}

  async close(): Promise<void> {}
}
