import type { Snapshot } from './multi-version-map.ts';
import type { Change } from './storage.ts';

/** All that one commit changed. */
export interface Commit {
  readonly revision: number;
  readonly changes: readonly Change[];
}

/**
 * What makes commits durable: a log that is written in batches and read as a whole. It has one writer; that another
 * has written, or that the medium was emptied, it notices by the newest revision that it finds.
 */
export interface Journal {
  /** Opens the medium if need be and reads everything. */
  load(): Promise<Snapshot>;
  /**
   * Stores all commits or none; when it returns they are durable.
   * @throws JournalMovedError, StorageFullError
   */
  append(commits: readonly Commit[]): Promise<void>;
  /** Drops the history up to and including `revision`. */
  compact(revision: number): Promise<void>;
  /** Calls back when the connection to the medium was lost, so that what it holds now should be loaded again. */
  onLost(listener: () => void): void;
  close(): Promise<void>;
}

/** The medium does not hold what was last loaded or appended, or was closed under way: load again, then retry. */
export class JournalMovedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'JournalMovedError';
  }
}
