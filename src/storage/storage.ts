import type { MaybePromise } from '../api/when-ready.ts';

/**
 * The storage port: a key-value store with revisions and history, shaped like etcd. The conformance suite in
 * `test/storage` checks what is stated here; docs/decisions/storage.md gives the reasons.
 *
 * Commits are serializable and atomic over all their keys. A commit and its history are stored together. A commit that
 * was acknowledged survives the death of the process, except in memory storage. A commit that fails changes nothing.
 *
 * Revisions: one counter for all keys, which each commit raises by one. It never falls and no revision is used twice,
 * even if the medium was emptied while the storage was open. Refused commits do not raise it.
 *
 * Order of a commit: it becomes durable, then it shows in reads and in `revision()`, then it is announced to the
 * listeners, then it is acknowledged to its writer. Commits that are called concurrently are judged in the order of their
 * calls. Commits are announced in revision order, those of other writers on the same medium included; those of other
 * writers whose history is gone are announced as one.
 *
 * Reads return at least the state of the last announced commit. Two reads may return different objects for one entry:
 * users compare keys and revisions, never identity. All returned values are immutable. The value of an entry may be
 * computed whenever it is read, so an entry is copied member by member.
 *
 * Values are opaque texts; a writer may pass a JSON object in place of its text, which `goJson` returns. Keys are ordered by
 * their UTF-16 code units.
 */
export interface Storage {
  /** The revision of the newest announced commit. */
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
   * @throws StorageFullError; Error when the storage is closed
   */
  commit(writes: readonly Write[]): MaybePromise<CommitResult>;
  /**
   * Returns the changes after `revision` to keys that start with `prefix` (all by default): oldest first, those of one
   * commit in the order of its writes.
   * @throws CompactedError, FutureRevisionError
   */
  changesSince(revision: number, prefix?: string): Promise<readonly Change[]>;
  /**
   * Calls `listener` once for each commit with all its changes. Reads made in the listener see the commit. An error that
   * the listener throws is reported and affects neither the commit nor other listeners. Returns a function that removes
   * the listener.
   */
  onCommit(listener: (changes: readonly Change[]) => void): () => void;
  /**
   * Drops the history up to and including `revision`. The newest state of every key stays. A revision that is already
   * compacted changes nothing.
   * @throws FutureRevisionError
   */
  compact(revision: number): Promise<void>;
  /** Finishes the commits that were called, then refuses more. */
  close(): Promise<void>;
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
  /** Maximum number of entries. */
  readonly limit?: number;
}

export interface Listing {
  readonly entries: readonly Entry[];
  /** The revision of the listed state. */
  readonly revision: number;
  /** Number of keys after the last returned entry. */
  readonly remaining: number;
}

/** A text, or a JSON object that stands for its text, which is only made when it is needed. The object is taken over. */
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

/** The medium is full. The commit was not made, and nothing else changed. */
export class StorageFullError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageFullError';
  }
}
