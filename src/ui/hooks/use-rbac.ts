import type { ClusterRoleBinding, RoleBinding } from '../../api/kinds/rbac-v1.generated.ts';
import { findResource } from '../../client/discovery.ts';
import { subjectNames } from '../state/access/access-choices.ts';
import { useDiscovery } from './use-application.ts';
import { useCollection } from './use-collection.ts';

export interface Rbac {
  /** Changes with any role or binding; empty until they are loaded. */
  readonly revision: string;
  /** Users and groups that bindings refer to. */
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

/** Returns the revision and subjects of live roles and bindings that the current identity can list. */
export function useRbac(): Rbac {
  const discovery = useDiscovery();
  const clusterRoleBindings = useCollection<ClusterRoleBinding>(findResource(discovery, 'clusterrolebindings'));
  const roleBindings = useCollection<RoleBinding>(findResource(discovery, 'rolebindings'));
  const clusterRoles = useCollection(findResource(discovery, 'clusterroles'));
  const roles = useCollection(findResource(discovery, 'roles'));
  const all = [clusterRoleBindings, roleBindings, clusterRoles, roles];
  const isSettled = all.every(({ isLoaded, error }) => isLoaded || error !== undefined);
  const bindings = [...clusterRoleBindings.items, ...roleBindings.items];
  return {
    // One change after everything is loaded instead of one per kind.
    revision: isSettled ? all.flatMap(({ items }) => items.map(({ metadata }) => metadata.resourceVersion)).join() : '',
    users: subjectNames(bindings, 'User'),
    groups: subjectNames(bindings, 'Group'),
  };
}
