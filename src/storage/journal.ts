import type { Snapshot } from './multi-version-map.ts';
import type { Change } from './storage.ts';

/** The changes of one commit. */
export interface Commit {
  readonly revision: number;
  readonly changes: readonly Change[];
}

/**
 * A durable log of commits that is written in batches and read as a whole. It expects to be the only writer, and
 * detects by the newest stored revision that another writer changed the medium or that it was emptied.
 */
export interface Journal {
  /** Opens the medium if necessary and reads everything. */
  load(): Promise<Snapshot>;
  /**
   * Stores all commits or none. They are durable when it resolves.
   * @throws JournalMovedError, StorageFullError
   */
  append(commits: readonly Commit[]): Promise<void>;
  /**
   * Drops the history up to and including `revision`, or a part of it, to return soon. Returns true if it must be
   * called again for the rest.
   */
  compact(revision: number): Promise<boolean>;
  /** Calls `listener` when the connection to the medium is lost, after which it must be loaded again. */
  onLost(listener: () => void): void;
  close(): Promise<void>;
}

/**
 * The medium does not end with the last loaded or appended commit, or was closed during the call. Load the medium, then
 * retry.
 */
export class JournalMovedError extends Error {
  /** Whether the appended commits may have been stored: the connection was lost before the outcome was known. */
  readonly isUndecided: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isUndecided?: boolean } = {}) {
    super(message, options);
    this.name = 'JournalMovedError';
    this.isUndecided = options.isUndecided ?? false;
  }
}
