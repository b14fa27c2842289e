/** First steps of the paths that belong to the cluster. A host claims requests by them, never by what the answer is. */
export const CLUSTER_PREFIXES = ['api', 'apis', 'openapi', 'healthz', 'livez', 'readyz', 'version', 'metrics'] as const;

export const isClusterPath = (pathname: string): boolean =>
  (CLUSTER_PREFIXES as readonly string[]).includes(pathname.split('/')[1] ?? '');
