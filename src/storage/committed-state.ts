import { reportToConsole } from '../api/environment.ts';
import type { Commit } from './journal.ts';
import { MultiVersionMap, type Snapshot } from './multi-version-map.ts';
import type { Change, Follower } from './storage.ts';

/** A follower and what it follows. */
interface Following {
  readonly prefix: string;
  readonly follower: Follower;
  isEnded: boolean;
}

/**
 * The committed state and its history in memory, and the followers of commits. Local engines and engines over a network
 * keep one: it answers their reads, and is what their followers begin with.
 */
export class CommittedState {
  readonly map: MultiVersionMap;
  /** Replaced when it changes: a follower that begins during an announcement has the announced commit in its state. */
  #followings: readonly Following[] = [];

  constructor(snapshot: Snapshot) {
    this.map = new MultiVersionMap(snapshot);
  }

  /** Begins at once. Returns a function that ends it. */
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

  /** Applies a commit that is durable, and announces it. */
  apply({ revision, changes }: Commit): void {
    this.map.apply(revision, changes);
    this.map.pack(changes);
    for (const following of this.#followings) announce(following, revision, changes);
    this.map.forgetWritten(changes);
  }

  /** Raises the revision, up to which nothing else was committed, and announces it. A lower one changes nothing. */
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
    // The commit is durable: an error of a follower must not make it look failed.
    reportToConsole(`a follower failed on revision ${revision}`, error);
  }
}

/** Returns the changes below a prefix: the same array when these are all. */
function changesBelow(prefix: string, changes: readonly Change[]): readonly Change[] {
  if (prefix === '') return changes;
  let count = 0;
  for (const { key } of changes) if (key.startsWith(prefix)) count++;
  if (count === changes.length) return changes;
  return count === 0 ? NO_CHANGES : changes.filter(({ key }) => key.startsWith(prefix));
}
