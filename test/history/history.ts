/** An object as a client saw it. Writers put a text of their own into one of two fields, which identifies the write. */
export interface Seen {
  readonly key: string;
  readonly revision: number;
  /** The field that creates and updates set, and the one that patches set, with a slash between. */
  readonly value: string;
}

/** A request, from when it was sent to when its answer had arrived: two numbers that count all such moments. */
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
  /** The revision that an update expects the object to have. */
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
  /** Whether the list was asked for with `resourceVersion=0`, which allows an older state. */
  readonly mayBeStale: boolean;
}

export interface WatchEvent extends Seen {
  readonly type: string;
  readonly uid: string;
}

/** The events of a watch, which its client resumed from the last one whenever it ended. */
export interface WatchRecord {
  /** The events after this revision are expected. */
  readonly after: number;
  readonly events: readonly WatchEvent[];
}

/** What the clients of one collection saw. */
export interface History {
  readonly writes: readonly WriteRecord[];
  readonly gets: readonly GetRecord[];
  readonly lists: readonly ListRecord[];
  /** The first one began before all writes, and all ended after the last one. */
  readonly watches: readonly [WatchRecord, ...WatchRecord[]];
}
