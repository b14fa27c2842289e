/**
 * Identifies requests that differ only in their object name: the method, the rest of the URL and thus all other
 * attributes are equal. Serves as a cache key for results that do not depend on the name.
 */
export type RequestPattern = object;

/**
 * A request's attributes, read from its method, path and query (spec 1, "Path shapes" and "Verbs"). Authorization, flow
 * control, audit and dispatch depend on them.
 */
export interface RequestInfo {
  /** True below `/api/{version}/…` and `/apis/{group}/{version}/…` when a resource is named. */
  readonly isResourceRequest: boolean;
  /** The URL's path, without percent-encoding. */
  readonly path: string;
  /** get, list, watch, create, update, patch, delete, deletecollection; the lower-case method for other paths. */
  readonly verb: string;
  /** `api` or `apis`; empty for other paths. */
  readonly prefix: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly resource: string;
  /** First path segment after the name, as authorization sees it. */
  readonly subresource: string;
  readonly name: string;
  /** All path segments from the resource on. */
  readonly parts: readonly string[];
  readonly pattern: RequestPattern;
  /** Set for a path that ends where it should name a resource: `/api/v1/watch`. */
  readonly isIncomplete?: true;
}
