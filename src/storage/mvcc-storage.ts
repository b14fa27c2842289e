import type { WhenIdle } from './committed-state.ts';
import { CommittedStorage } from './committed-storage.ts';
import { differencesBetween } from './differences.ts';
import { type Commit, type Journal, JournalMovedError } from './journal.ts';
import type { MultiVersionMap, Snapshot } from './multi-version-map.ts';
import { isRefused, planCommit } from './plan-commit.ts';
import type { Change, CommitResult, Entry, Write } from './storage.ts';

/** A commit that waits for its transaction. */
interface Pending {
  readonly writes: readonly Write[];
  readonly resolve: (result: CommitResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of retries of a batch after reloading the journal. */
const RELOAD_ATTEMPTS = 3;

/**
 * A storage that answers reads from memory and makes commits durable through a journal. Commits that arrive while the
 * journal writes share its next transaction; each is applied, announced and acknowledged once that is durable.
 */
export class MvccStorage extends CommittedStorage {
  readonly #journal: Journal;
  #queue: Pending[] = [];
  /** Resolves when all queued tasks have ended: one task at a time uses the journal. */
  #work: Promise<void> = Promise.resolve();
  #flushing = false;
  #closed = false;

  private constructor(journal: Journal, snapshot: Snapshot, whenIdle?: WhenIdle) {
    super(snapshot, whenIdle);
    this.#journal = journal;
    journal.onLost(() => {
      if (!this.#closed) this.#enqueue(async () => void (await this.#reload())).catch(() => undefined); // the next commit retries
    });
  }

  static async open(journal: Journal, whenIdle?: WhenIdle): Promise<MvccStorage> {
    return new MvccStorage(journal, await journal.load(), whenIdle);
  }

  get #map(): MultiVersionMap {
    return this.state.map;
  }

  commit(writes: readonly Write[]): Promise<CommitResult> {
    if (this.#closed) return Promise.reject(new Error('the storage is closed'));
    return new Promise((resolve, reject) => {
      this.#queue.push({ writes, resolve, reject });
      if (this.#flushing) return;
      this.#flushing = true;
      void this.#enqueue(() => this.#flush());
    });
  }

  async compact(revision: number): Promise<void> {
    // Compacts in parts, so that commits do not wait for the whole compaction.
    while (await this.#enqueue(() => this.#compactPart(revision)));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#work;
    await this.#journal.close();
  }

  /** Compacts a part of the history. Returns true if a part is left. */
  async #compactPart(revision: number): Promise<boolean> {
    this.#map.compact(revision);
    // A closed storage leaves the rest to the next compaction.
    const isDone = this.#closed || revision < this.#map.compacted;
    return !isDone && this.#journal.compact(revision);
  }

  #enqueue<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#work.then(task);
    this.#work = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  async #flush(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue;
      this.#queue = [];
      try {
        await this.#write(batch);
      } catch (error) {
        await this.#writeOneByOne(batch, error);
      }
    }
    this.#flushing = false;
  }

  /** Retries a failed batch commit by commit, so that only the failing commits are rejected. */
  async #writeOneByOne(batch: readonly Pending[], batchError: unknown): Promise<void> {
    if (batch.length === 1) return batch[0]?.reject(batchError);
    for (const pending of batch) {
      try {
        await this.#write([pending]);
      } catch (error) {
        pending.reject(error);
      }
    }
  }

  async #write(batch: readonly Pending[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const { results, commits } = this.#plan(batch);
      try {
        if (commits.length > 0) await this.#journal.append(commits);
        for (const commit of commits) this.state.apply(commit);
      } catch (error) {
        if (!(error instanceof JournalMovedError) || attempt > RELOAD_ATTEMPTS) throw error;
        const stored = await this.#reload();
        if (!error.isUndecided || !isStored(commits, stored)) continue;
      }
      for (const [index, pending] of batch.entries()) {
        const result = results[index];
        if (result) pending.resolve(result);
      }
      return;
    }
  }

  /**
   * Checks each commit against the state after the previous commits of the batch, and assigns revisions to those that
   * pass.
   */
  #plan(batch: readonly Pending[]): { results: CommitResult[]; commits: Commit[] } {
    const overlay = new Map<string, Entry | undefined>();
    const entryOf = (key: string) => overlay.get(key) ?? (overlay.has(key) ? undefined : this.#map.get(key));
    const commits: Commit[] = [];
    const results = batch.map(({ writes }): CommitResult => {
      const plan = planCommit(writes, this.#map.revision + commits.length + 1, entryOf);
      if (isRefused(plan)) return plan;
      for (const { key, current } of plan.changes) overlay.set(key, current);
      commits.push(plan);
      return { committed: true, revision: plan.revision };
    });
    return { results, commits };
  }

  /**
   * Applies the current content of the journal, so that watchers receive every change. Commits of other writers are
   * applied one by one as far as their history is kept, and the remaining differences as one commit. Returns the newer
   * changes.
   */
  async #reload(): Promise<readonly Change[]> {
    const { entries, changes, revision } = await this.#journal.load();
    const newer = changes.filter((change) => change.revision > this.#map.revision);
    for (const [commitRevision, commitChanges] of groupByRevision(newer)) {
      if (commitChanges.every(({ key, previous }) => previous?.revision === this.#map.get(key)?.revision)) {
        this.state.apply({ revision: commitRevision, changes: commitChanges });
      }
    }
    const next = Math.max(this.#map.revision + 1, revision);
    const differences = differencesBetween(this.#map, entries, next);
    if (differences.length > 0) this.state.apply({ revision: next, changes: differences });
    else this.state.progress(revision);
    return newer;
  }
}

const groupByRevision = (changes: readonly Change[]): Map<number, Change[]> =>
  changes.reduce((groups, change) => {
    const group = groups.get(change.revision);
    if (group) group.push(change);
    else groups.set(change.revision, [change]);
    return groups;
  }, new Map<number, Change[]>());

/** Reports whether the changes found in the journal begin with those of the commits. */
function isStored(commits: readonly Commit[], stored: readonly Change[]): boolean {
  const planned = commits.flatMap(({ changes }) => changes);
  return (
    planned.length > 0 &&
    planned.every(({ revision, key, current }, index) => {
      const found = stored[index];
      return found?.revision === revision && found.key === key && found.current?.value === current?.value;
    })
  );
}
