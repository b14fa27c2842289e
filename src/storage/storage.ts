/**
 * The port to what keeps the data: shaped like etcd, so that etcd can be one.
 *
 * Guarantee. Commits are serializable and atomic over all their keys. There is one revision counter, which rises by
 * one per commit. A commit and its history are stored together. What `commit` has acknowledged survives the death of
 * the process (memory storage apart). A failed commit changes nothing.
 *
 * Values are texts that the storage does not look into. Keys are ordered by their UTF-16 code units.
 */
export interface Storage {
  /** The revision of the newest commit. */
  revision(): Promise<number>;
  get(key: string): Promise<Entry | undefined>;
  /**
   * Entries whose key starts with `prefix`, in key order, as of one revision.
   * @throws CompactedError, FutureRevisionError
   */
  list(prefix: string, options?: ListOptions): Promise<Listing>;
  /** Writes all or nothing: applied only if every key is at the revision it is expected at. */
  commit(writes: readonly Write[]): Promise<CommitResult>;
  /** Every change after `revision`, oldest first. @throws CompactedError, FutureRevisionError */
  changesSince(revision: number): Promise<readonly Change[]>;
  /** Calls back once per commit, in revision order, after the commit is durable. Returns how to stop. */
  onCommit(listener: (changes: readonly Change[]) => void): () => void;
  /** Forgets the history up to and including `revision`; the newest state of every key stays. */
  compact(revision: number): Promise<void>;
  close(): Promise<void>;
}

export interface Entry {
  readonly key: string;
  readonly value: string;
  /** Revision of the commit that created the key (again). */
  readonly createRevision: number;
  /** Revision of the commit that last wrote it. */
  readonly revision: number;
}

export interface ListOptions {
  /** State as of this revision; the newest when absent. */
  readonly revision?: number;
  /** Only keys greater than this one. */
  readonly after?: string;
  /** At most so many entries. */
  readonly limit?: number;
}

export interface Listing {
  readonly entries: readonly Entry[];
  /** The revision whose state this is. */
  readonly revision: number;
  /** How many keys follow the last entry given. */
  readonly remaining: number;
}

export interface Write {
  readonly key: string;
  /** The new value; null deletes. */
  readonly value: string | null;
  /** Revision last written that the key must be at; 0: must not exist. */
  readonly expected: number;
}

export type CommitResult =
  | { readonly committed: true; readonly revision: number }
  /** `key` was not at the expected revision; `found` is what is there now. */
  | { readonly committed: false; readonly key: string; readonly found: Entry | undefined };

export interface Change {
  readonly revision: number;
  readonly key: string;
  /** What the key held before; undefined when the commit created it. */
  readonly previous: Entry | undefined;
  /** What it holds now; undefined when the commit deleted it. */
  readonly current: Entry | undefined;
}

/** History up to `compacted` is gone. */
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

/** The medium is full: the commit was not made, and everything stored before is as it was. */
export class StorageFullError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageFullError';
  }
}
