/** An object as a client saw it. Each write sets one of two fields to a unique text, which identifies the write. */
export interface Seen {
  readonly key: string;
  readonly revision: number;
  /** The field that creates and updates set, and the one that patches set, with a slash between. */
  readonly value: string;
}

/** The moments at which a request was sent and answered. All moments are numbered consecutively. */
interface Timed {
  readonly began: number;
  /** Infinity when no answer arrived. */
  readonly ended: number;
}

export interface WriteRecord extends Timed {
  readonly kind: 'create' | 'update' | 'patch' | 'delete';
  readonly key: string;
  /** The text that identifies the write; a delete has none. */
  readonly text: string;
  /** The expected revision of an update. */
  readonly expected?: number;
  /** Without an answer, it is unknown whether the write was made. */
  readonly outcome: 'done' | 'conflict' | 'exists' | 'absent' | 'unknown';
  /** The uid of the deleted object, in the answer to a delete. */
  readonly uid?: string;
  /** The object in the answer, unless it was a delete. */
  readonly seen?: Seen;
}

export interface GetRecord extends Timed {
  readonly key: string;
  readonly seen: Seen | undefined;
}

export interface ListRecord extends Timed {
  readonly revision: number;
  readonly items: readonly Seen[];
  /** Whether the list was requested with `resourceVersion=0`, which allows an older state. */
  readonly mayBeStale: boolean;
}

export interface WatchEvent extends Seen {
  readonly type: string;
  readonly uid: string;
}

/** The events of a watch. Its client resumed it from the last event whenever it ended. */
export interface WatchRecord {
  /** The watch expects the events after this revision. */
  readonly after: number;
  readonly events: readonly WatchEvent[];
}

/** What the clients of one collection saw. */
export interface History {
  /**
   * Whether a request without an answer may have been made twice: browsers send it again to the next worker.
   */
  readonly resends?: boolean;
  readonly writes: readonly WriteRecord[];
  readonly gets: readonly GetRecord[];
  readonly lists: readonly ListRecord[];
  /** The first watch began before all writes; all watches ended after the last write. */
  readonly watches: readonly [WatchRecord, ...WatchRecord[]];
}
