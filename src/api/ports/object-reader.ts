import type { ApiObject } from '../object.ts';

/**
 * The objects of the store, as the parts of the server that only look see them (authorization, admission, strategies).
 * Objects come frozen, in the version that is stored; whoever wants to change one copies it.
 * Groups and resources are named in the server's dialect.
 */
export interface ObjectReader {
  get<T extends ApiObject>(group: string, resource: string, namespace: string, name: string): Promise<T | undefined>;
  /** Objects of one namespace, or of all when `namespace` is empty, in key order. */
  list<T extends ApiObject>(group: string, resource: string, namespace?: string): Promise<readonly T[]>;
  /** Revision of the last change to any object of the resource: what has been derived from a list stays true while it stands. */
  revisionOf(group: string, resource: string): number;
  /**
   * What was written of the resource after a revision, oldest first; undefined when not all of that is known any more.
   * Absent where nothing is remembered.
   */
  changesSince?<T extends ApiObject>(
    group: string,
    resource: string,
    revision: number,
  ): readonly ObjectChange<T>[] | undefined;
}

export interface ObjectChange<T extends ApiObject = ApiObject> {
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
  /** As it was written; undefined when it was deleted. */
  readonly object: T | undefined;
}
