import type { ClusterOptions } from '../../../embedding/cluster.ts';

/** The options of a cluster in an embedded worker, in the form that pages send and the worker stores. */
export interface EmbeddedOptions extends ClusterOptions {
  readonly name: string;
  /** The path below which the API is served, without a trailing slash: `/k8s/clusters/a`. Empty for the root. */
  readonly prefix: string;
  /** Whether the worker stores the page's own files. */
  readonly offline: boolean;
}
