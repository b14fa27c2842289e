import type { ApiObject } from '../object.ts';

/**
 * Read access to stored objects for authorization, admission and strategies. Objects are frozen and in their storage
 * version; copy an object before changing it. Groups and resources have the names of the server's dialect.
 */
export interface ObjectReader {
  get<T extends ApiObject>(group: string, resource: string, namespace: string, name: string): Promise<T | undefined>;
  /** Returns the objects of one namespace, or of all when `namespace` is empty, in key order. */
  list<T extends ApiObject>(group: string, resource: string, namespace?: string): Promise<readonly T[]>;
  /**
   * Returns the revision of the last change to any object of the resource. Results derived from a list remain valid
   * while it stays the same.
   */
  revisionOf(group: string, resource: string): number;
  /**
   * Returns a built-in resource as something that always has its revision, for those who ask for it with every request.
   * The method is absent in readers for few requests.
   */
  collectionOf?(group: string, resource: string): CollectionState;
  /**
   * Returns the changes of a resource after a revision, oldest first; undefined when part of that history is no longer
   * known. The method is absent in readers without history.
   */
  changesSince?<T extends ApiObject>(
    group: string,
    resource: string,
    revision: number,
  ): readonly ObjectChange<T>[] | undefined;
}

/** A collection that changes. */
export interface CollectionState {
  /** See `ObjectReader.revisionOf`. */
  readonly revision: number;
}

export interface ObjectChange<T extends ApiObject = ApiObject> {
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
  /** The object as written; undefined for a deletion. */
  readonly object: T | undefined;
}
