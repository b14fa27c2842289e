import type { ApiObject } from '../object.ts';
import type { MaybePromise } from '../when-ready.ts';

/**
 * Read access to stored objects for authorization, admission and strategies. Objects are frozen and in their storage
 * version; copy an object before changing it. Groups and resources have the names of the server's dialect.
 */
export interface ObjectReader {
  get<T extends ApiObject>(
    group: string,
    resource: string,
    namespace: string,
    name: string,
  ): MaybePromise<T | undefined>;
  /** Returns the objects of one namespace, or of all when `namespace` is empty, in key order. */
  list<T extends ApiObject>(group: string, resource: string, namespace?: string): Promise<readonly T[]>;
  /**
   * Returns the collection of all objects of a built-in resource. Callers may keep it, which is cheaper than a lookup
   * for every request.
   */
  collectionOf(group: string, resource: string): CollectionState;
  /**
   * Returns the changes of a resource after a revision, oldest first; undefined when that history is incomplete. The
   * method is absent in readers without history.
   */
  changesSince?<T extends ApiObject>(
    group: string,
    resource: string,
    revision: number,
  ): readonly ObjectChange<T>[] | undefined;
}

export interface CollectionState {
  /** The revision of the last change to any object. Results derived from a list remain valid while it stays the same. */
  readonly revision: number;
}

export interface ObjectChange<T extends ApiObject = ApiObject> {
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
  /** The object as written; undefined for a deletion. */
  readonly object: T | undefined;
}
