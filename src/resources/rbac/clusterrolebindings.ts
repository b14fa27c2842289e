import type { ClusterRoleBinding } from '../../api/kinds/rbac-v1.generated.ts';
import { nameIsPathSegment } from '../../api/names.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { type BindingScope, bindingColumns, bindingStrategy } from './bindings.ts';

const scope: BindingScope = {
  roleKinds: ['ClusterRole'],
  isNamespaced: false,
  title: 'clusterRoleBinding',
  roleDescription:
    'RoleRef can only reference a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.',
};

const facts = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRoleBinding',
  resource: 'clusterrolebindings',
  namespaced: false,
  description: 'Grants a cluster role to users, groups and service accounts cluster-wide.',
  twins: ['rbac.authorization.k8s.io/v1beta1', 'rbac.authorization.k8s.io/v1alpha1'],
  types: {
    ClusterRoleBinding: { 'subjects?': '[]Subject', roleRef: 'RoleRef' },
  },
} satisfies KindFacts;

export const clusterrolebindings = resource<ClusterRoleBinding>(facts, {
  validateName: nameIsPathSegment,
  allowCreateOnUpdate: true,
  strategy: bindingStrategy(scope),
  columns: bindingColumns(scope),
});
