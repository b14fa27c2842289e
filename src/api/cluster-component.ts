/** Namespaces of the cluster's own parts. */
const SYSTEM_NAMESPACES = new Set(['kube-system', 'kube-public', 'kube-node-lease']);

export const isSystemNamespace = (namespace: string): boolean => SYSTEM_NAMESPACES.has(namespace);

/** Whether a user name is that of a part of the cluster: a controller, the scheduler, a node, the API server itself. */
export const isClusterComponent = (username: string): boolean =>
  /^system:(kube-|node:|apiserver$|serviceaccount:kube-system:)/.test(username);
