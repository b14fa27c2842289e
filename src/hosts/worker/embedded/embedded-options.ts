import type { ClusterOptions } from '../../../embedding/cluster.ts';

/** The options of a cluster in an embedded worker, as the page sends them and the worker stores them. */
export interface EmbeddedOptions extends ClusterOptions {
  readonly name: string;
  /** The path below which the API is served, without a trailing slash: `/k8s/clusters/a`. Empty: at the root. */
  readonly prefix: string;
  /** Whether the worker stores the page's own files. */
  readonly offline: boolean;
}
