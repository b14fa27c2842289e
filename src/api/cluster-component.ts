import type { NamedObject } from './debug/access-explanation.ts';

/** Namespaces that hold the cluster's own components. */
const SYSTEM_NAMESPACES = new Set(['kube-system', 'kube-public', 'kube-node-lease']);

/**
 * Reports whether a user name belongs to a cluster component: a controller, the scheduler, a node, the simulation of nodes
 * or the API server itself.
 */
export const isClusterComponent = (username: string): boolean =>
  /^system:(kube-|node:|simulation$|apiserver$|serviceaccount:kube-system:)/.test(username);

/** Groups of ordinary users and workloads whose names are reserved nevertheless. */
const ORDINARY_GROUPS = /^system:(un)?authenticated$|^system:serviceaccounts(:(?!kube-).*)?$/;

export const isOrdinaryGroup = ({ kind, name }: NamedObject): boolean => kind === 'Group' && ORDINARY_GROUPS.test(name);

/**
 * Reports whether a binding subject belongs to the system, as opposed to a user, a group of users or a user's service
 * account.
 */
export function isSystemSubject(subject: NamedObject): boolean {
  const { kind, namespace = '', name } = subject;
  if (kind === 'ServiceAccount') return SYSTEM_NAMESPACES.has(namespace);
  return name.startsWith('system:') && !isOrdinaryGroup(subject);
}
