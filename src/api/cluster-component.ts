import type { NamedObject } from './debug/access-explanation.ts';

/** Namespaces of the cluster's own parts. */
const SYSTEM_NAMESPACES = new Set(['kube-system', 'kube-public', 'kube-node-lease']);

/** Whether a user name is that of a part of the cluster: a controller, the scheduler, a node, the API server itself. */
export const isClusterComponent = (username: string): boolean =>
  /^system:(kube-|node:|apiserver$|serviceaccount:kube-system:)/.test(username);

/** Groups that people and their programs are in, although the names are reserved. */
const GROUPS_OF_MANY = /^system:(un)?authenticated$|^system:serviceaccounts(:(?!kube-).*)?$/;

export const isGroupOfMany = ({ kind, name }: NamedObject): boolean => kind === 'Group' && GROUPS_OF_MANY.test(name);

/** Whether a subject of bindings is the system's own, rather than a person, a group of people or a service account of users. */
export function isSystemSubject(subject: NamedObject): boolean {
  const { kind, namespace = '', name } = subject;
  if (kind === 'ServiceAccount') return SYSTEM_NAMESPACES.has(namespace);
  return name.startsWith('system:') && !isGroupOfMany(subject);
}
