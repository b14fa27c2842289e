import { reportToConsole } from '../api/environment.ts';
import type { Commit } from './journal.ts';
import { MultiVersionMap, type Snapshot } from './multi-version-map.ts';
import type { Change, Follower } from './storage.ts';

/**
 * Calls a function that does a part of the work, between other work, until it returns false. A storage packs its entries
 * in memory then, which takes about as long as reading them from a medium does.
 */
export type WhenIdle = (step: () => boolean) => void;

/** Number of entries that one step packs, which takes less than a millisecond. */
const PACKED_AT_ONCE = 100;

/** A follower and its prefix. */
interface Following {
  readonly prefix: string;
  readonly follower: Follower;
  isEnded: boolean;
}

/**
 * The committed state and its history in memory, and the followers of commits. Local and networked engines serve reads
 * from it, and it is the initial state of their followers.
 */
export class CommittedState {
  readonly map: MultiVersionMap;
  /**
   * Copied on changes. A follower added during an announcement must not receive it, because its state includes the
   * commit.
   */
  #followings: readonly Following[] = [];

  /** @param whenIdle see `WhenIdle`; the entries of the snapshot are packed now without it */
  constructor(snapshot: Snapshot, whenIdle?: WhenIdle) {
    this.map = new MultiVersionMap(snapshot);
    if (whenIdle) whenIdle(() => this.map.packLoaded(PACKED_AT_ONCE));
    else this.map.packLoaded(Number.POSITIVE_INFINITY);
  }

  /** Starts a follower synchronously. Returns a function that removes it. */
  follow(prefix: string, follower: Follower): () => void {
    const following = { prefix, follower, isEnded: false };
    this.#followings = [...this.#followings, following];
    if (follower.began) {
      const { entries, revision } = this.map.list(prefix, {});
      follower.began({ entries, revision });
    }
    return () => {
      following.isEnded = true;
      this.#followings = this.#followings.filter((each) => each !== following);
    };
  }

  /** Applies a durable commit and announces it. */
  apply({ revision, changes }: Commit): void {
    this.map.apply(revision, changes);
    this.map.pack(changes);
    for (const following of this.#followings) announce(following, revision, changes);
    this.map.forgetWritten(changes);
  }

  /** Raises the revision and announces it, when nothing else was committed up to it. A lower revision has no effect. */
  progress(revision: number): void {
    if (revision <= this.map.revision) return;
    this.map.advance(revision);
    for (const following of this.#followings) announce(following, revision, NO_CHANGES);
  }
}

const NO_CHANGES: readonly Change[] = [];

function announce({ prefix, follower, isEnded }: Following, revision: number, changes: readonly Change[]): void {
  if (isEnded) return;
  try {
    const below = changesBelow(prefix, changes);
    if (below.length > 0) follower.changed(below);
    else follower.progressed?.(revision);
  } catch (error) {
    // An error of a follower must not fail the commit, which is durable.
    reportToConsole(`a follower failed on revision ${revision}`, error);
  }
}

/** Returns the changes below a prefix: the given array if it has no others. */
function changesBelow(prefix: string, changes: readonly Change[]): readonly Change[] {
  if (prefix === '') return changes;
  let count = 0;
  for (const { key } of changes) if (key.startsWith(prefix)) count++;
  if (count === changes.length) return changes;
  return count === 0 ? NO_CHANGES : changes.filter(({ key }) => key.startsWith(prefix));
}
