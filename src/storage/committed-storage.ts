import type { MaybePromise } from '../api/when-ready.ts';
import { CommittedState, type WhenIdle } from './committed-state.ts';
import type { Snapshot } from './multi-version-map.ts';
import type { Change, CommitResult, Entry, Follower, Listing, ListOptions, Storage, Write } from './storage.ts';

/** The reads of a storage that has its committed state in memory. Engines differ in how they commit. */
export abstract class CommittedStorage implements Storage {
  protected readonly state: CommittedState;

  constructor(snapshot: Snapshot, whenIdle?: WhenIdle) {
    this.state = new CommittedState(snapshot, whenIdle);
  }

  async revision(): Promise<number> {
    return this.state.map.revision;
  }

  get(key: string): Entry | undefined {
    return this.state.map.get(key);
  }

  async list(prefix: string, options: ListOptions = {}): Promise<Listing> {
    return this.state.map.list(prefix, options);
  }

  async changesSince(revision: number, prefix = ''): Promise<readonly Change[]> {
    return this.state.map.changesSince(revision, prefix);
  }

  async follow(prefix: string, follower: Follower): Promise<() => void> {
    return this.state.follow(prefix, follower);
  }

  abstract commit(writes: readonly Write[]): MaybePromise<CommitResult>;
  abstract compact(revision: number): Promise<void>;
  abstract close(): Promise<void>;
}
