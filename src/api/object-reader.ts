import type { ApiObject } from './object.ts';

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
}
