import type { MaybePromise } from '../api/when-ready.ts';
import { CommittedStorage } from './committed-storage.ts';
import type { EntrySet } from './entry-set.ts';
import type { Snapshot } from './multi-version-map.ts';
import { isRefused, planCommit } from './plan-commit.ts';
import type { CommitResult, Entry, Storage, Write } from './storage.ts';

export interface MemoryStorageOptions {
  /** Revisions start above this one. */
  readonly firstRevision?: number;
  /** The initial content, which is shared and copied on write. Revisions continue from its revision. */
  readonly base?: EntrySet;
  /** The initial content with its history. Revisions continue from its revision. */
  readonly content?: Snapshot;
}

/** Creates a storage that lasts as long as the process. */
export async function createMemoryStorage(options: MemoryStorageOptions = {}): Promise<Storage> {
  return new MemoryStorage(options);
}

/** A commit called by a follower. */
interface Pending {
  readonly writes: readonly Write[];
  readonly resolve: (result: CommitResult) => void;
}

/** A storage without a medium. Commits are synchronous, except for those called by followers. */
class MemoryStorage extends CommittedStorage {
  readonly #entryOf = (key: string): Entry | undefined => this.state.map.get(key);
  /** Commits that wait until the current one is announced to all followers. */
  readonly #waiting: Pending[] = [];
  #isAnnouncing = false;
  #closed = false;

  constructor({ firstRevision = 0, base, content }: MemoryStorageOptions) {
    const revision = base?.revision ?? firstRevision;
    super(content ?? { entries: [], changes: [], revision, compacted: revision, ...(base ? { base } : {}) });
  }

  commit(writes: readonly Write[]): MaybePromise<CommitResult> {
    if (this.#closed) return Promise.reject(new Error('the storage is closed'));
    if (this.#isAnnouncing) return new Promise((resolve) => void this.#waiting.push({ writes, resolve }));
    const result = this.#commit(writes);
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) next.resolve(this.#commit(next.writes));
    return result;
  }

  async compact(revision: number): Promise<void> {
    this.state.map.compact(revision);
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  #commit(writes: readonly Write[]): CommitResult {
    const plan = planCommit(writes, this.state.map.revision + 1, this.#entryOf);
    if (isRefused(plan)) return plan;
    this.#isAnnouncing = true;
    try {
      this.state.apply(plan);
    } finally {
      this.#isAnnouncing = false;
    }
    return { committed: true, revision: plan.revision };
  }
}
