import type { MaybePromise } from '../api/when-ready.ts';

/**
 * The storage port: a key-value store with revisions and history, shaped like etcd. The conformance suite in
 * `test/storage` checks what is stated here; docs/decisions/storage.md gives the reasons.
 *
 * Commits are serializable and atomic over all their keys. A commit and its history are stored together. A commit that
 * was acknowledged survives the death of the process, except in memory storage. A commit that fails changes nothing.
 *
 * Several writers may share one medium: every rule holds for the commits of others as it does for those of this writer.
 *
 * Revisions: one counter for all keys. Each commit gets a higher one than all before it. Revisions need not be consecutive,
 * because the medium may count what others write elsewhere. No revision is used twice, even if the medium was emptied while
 * the storage was open.
 *
 * Order of a commit: it becomes durable, then it shows in reads and in `revision()`, then it is announced to the followers,
 * then it is acknowledged to its writer. A refused commit is refused after the conflicting commit was announced, so that a
 * retry starts from a state that includes it. Commits that are called concurrently and write the same key are judged in the
 * order of their calls. Commits are announced in revision order; those of other writers whose history is gone are announced as one.
 *
 * A read returns a state that is at least as new as the last commit announced when it was called. It may take a while, and
 * then be older than what was announced in that time. Two reads may return different objects for one entry: users compare
 * keys and revisions, never identity. All returned values are immutable. The value of an entry may be computed whenever it
 * is read, so an entry is copied member by member.
 *
 * Values are opaque texts; a writer may pass a JSON object in place of its text, which `goJson` returns. Keys are ordered by
 * their UTF-16 code units.
 */
export interface Storage {
  /** The largest commit that the engine takes; undefined when nothing but memory limits it. */
  readonly largestCommit?: CommitSize;
  /** The revision up to which everything was announced. */
  revision(): Promise<number>;
  get(key: string): MaybePromise<Entry | undefined>;
  /**
   * Returns the entries whose keys start with `prefix`, in key order, as of one revision. The compacted revision itself
   * can still be listed.
   * @throws CompactedError, FutureRevisionError
   */
  list(prefix: string, options?: ListOptions): Promise<Listing>;
  /**
   * Applies all writes, or none if a key is not at its expected revision. `writes` has at least one write, and at most
   * one for each key.
   * @throws StorageFullError; CommitTooLargeError; StorageUnavailableError; Error when the storage is closed
   */
  commit(writes: readonly Write[]): MaybePromise<CommitResult>;
  /**
   * Returns the changes after `revision` to keys that start with `prefix` (all by default): oldest first, those of one
   * commit in the order of its writes.
   * @throws CompactedError, FutureRevisionError
   */
  changesSince(revision: number, prefix?: string): Promise<readonly Change[]>;
  /**
   * Calls a follower with the entries whose keys start with `prefix`, and then with every commit that changes one of them.
   * Resolves when the follower has begun. Followers are called in the order in which they began. An error that one throws
   * is reported and affects neither the commit nor the other followers. Returns a function that ends it.
   */
  follow(prefix: string, follower: Follower): Promise<() => void>;
  /**
   * Drops the history up to and including `revision`. The newest state of every key stays. A revision that is already
   * compacted changes nothing.
   * @throws FutureRevisionError
   */
  compact(revision: number): Promise<void>;
  /**
   * Resolves when everything was announced that any writer had committed before the call. Undefined for engines that are
   * opened by one writer at a time.
   * @throws StorageUnavailableError
   */
  catchUp?(): Promise<void>;
  /**
   * Resolves when the medium has answered. Undefined for media that always do.
   * @throws StorageUnavailableError
   */
  ping?(): Promise<void>;
  /** Finishes the commits that were called, then refuses more. */
  close(): Promise<void>;
}

/** Receives the commits below a prefix. Reads in its methods see all announced commits. */
export interface Follower {
  /**
   * Takes the state to begin with, once and before everything else. A follower without this method begins after the newest
   * revision, and no entry is read for it.
   */
  began?(state: FollowedState): void;
  /** Takes all changes of one commit below the prefix, in the order of its writes. No commit is left out or repeated. */
  changed(changes: readonly Change[]): void;
  /**
   * Takes the revision up to which everything was announced, whenever it rises without a change below the prefix. Not every
   * revision on the way is reported.
   */
  progressed?(revision: number): void;
}

export interface CommitSize {
  readonly writes: number;
  /** The UTF-16 code units of all keys and values. */
  readonly characters: number;
}

export interface FollowedState {
  /** In key order. */
  readonly entries: readonly Entry[];
  readonly revision: number;
}

export interface Entry {
  readonly key: string;
  readonly value: string;
  /** The length of the value, if it is known without reading the value. It may be a little shorter. */
  readonly length?: number;
  /**
   * The object that was written, if it was one, at least while its commit is announced. The storage no longer needs it: its
   * reader may change it.
   */
  readonly written?: object | undefined;
  /** Revision of the commit that created the key; a deleted key that is written again is created anew. */
  readonly createRevision: number;
  /** Revision of the commit that last wrote the key. */
  readonly revision: number;
}

export interface ListOptions {
  /** Lists the state as of this revision; the newest by default. */
  readonly revision?: number;
  /** Lists only keys greater than this one, which need not exist. */
  readonly after?: string;
  /** Maximum number of entries; at least one. */
  readonly limit?: number;
}

export interface Listing {
  readonly entries: readonly Entry[];
  /** The revision of the listed state. */
  readonly revision: number;
  /** Number of keys after the last returned entry. */
  readonly remaining: number;
}

/** A text, or a JSON object whose text is created on demand. The storage takes ownership of the object. */
export type Value = string | object;

export interface Write {
  readonly key: string;
  /** The new value; null deletes the key. */
  readonly value: Value | null;
  /** Expected revision of the key; 0 when it must not exist. */
  readonly expected: number;
}

export type CommitResult =
  | { readonly committed: true; readonly revision: number }
  /** `key` was not at its expected revision; `found` is its entry, undefined when it does not exist. */
  | { readonly committed: false; readonly key: string; readonly found: Entry | undefined };

export interface Change {
  readonly revision: number;
  readonly key: string;
  /** The entry before the commit; undefined when the commit created the key. */
  readonly previous: Entry | undefined;
  /** The entry after the commit; undefined when the commit deleted the key. */
  readonly current: Entry | undefined;
}

/** The history that a read needs was compacted: it begins after `compacted`. */
export class CompactedError extends Error {
  readonly compacted: number;
  constructor(compacted: number) {
    super(`the history up to revision ${compacted} has been compacted`);
    this.name = 'CompactedError';
    this.compacted = compacted;
  }
}

export class FutureRevisionError extends Error {
  readonly current: number;
  constructor(current: number) {
    super(`the revision is newer than the newest one, ${current}`);
    this.name = 'FutureRevisionError';
    this.current = current;
  }
}

/** The commit exceeds the size limit of the engine. It was not made. */
export class CommitTooLargeError extends Error {
  constructor({ writes, characters }: CommitSize) {
    super(`a commit has at most ${writes} writes and ${characters} characters`);
    this.name = 'CommitTooLargeError';
  }
}

/** The medium is unreachable. The outcome of a commit is unknown. */
export class StorageUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageUnavailableError';
  }
}

/** The medium is full. The commit was not made, and nothing else changed. */
export class StorageFullError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageFullError';
  }
}
