import type { Status } from '../../api/status.ts';

/**
 * A call from a page to an embedded worker. It is sent as POST to the URL of the worker's own script, so that it
 * occupies no path of the host's application.
 */
export interface ControlCall {
  /** The version of the page's part of the package. */
  readonly version: string;
  readonly cluster: string;
  /** A method of the cluster, such as `clock.step`, or one of the worker: `start`, `store-page`, `close`, `destroy`. */
  readonly method: string;
  readonly arguments: readonly unknown[];
}

/** The answer to a call. */
export type ControlAnswer =
  | { readonly result?: unknown }
  | { readonly error: ControlError }
  /** The version of the worker, which differs from the page's. The call had no effect. */
  | { readonly version: string };

/** The error that a method threw. */
export interface ControlError {
  readonly message: string;
  /** The Status of an `ApiError`. */
  readonly status?: Status;
}

/** The header with the name of the cluster that a request is for. */
export const OF_CLUSTER = 'x-tabplane-cluster';

/** Marks a request from the page's `Cluster`: the worker authenticates it as the administrator. */
export const FROM_CLUSTER = 'x-tabplane-administrator';
