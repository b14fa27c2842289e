/** The package entry `tabplane/msw`: a cluster as handlers of MSW. */
export type { ClusterAddress } from './cluster-address.ts';
export { clusterHandlers, type RequestTarget } from './cluster-handlers.ts';
