/** First segments of paths that belong to the cluster. Hosts use them to route requests before the server answers. */
export const CLUSTER_PREFIXES = ['api', 'apis', 'openapi', 'healthz', 'livez', 'readyz', 'version', 'metrics'] as const;

export const isClusterPath = (pathname: string): boolean =>
  (CLUSTER_PREFIXES as readonly string[]).includes(pathname.split('/')[1] ?? '');
