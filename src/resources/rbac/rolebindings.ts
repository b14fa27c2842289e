import type { RoleBinding } from '../../api/kinds/rbac-v1.generated.ts';
import { nameIsPathSegment } from '../../api/names.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { type BindingScope, bindingColumns, bindingStrategy } from './bindings.ts';

const scope: BindingScope = {
  roleKinds: ['Role', 'ClusterRole'],
  isNamespaced: true,
  title: 'roleBinding',
  roleDescription:
    'RoleRef can reference a Role in the current namespace or a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.',
};

const facts = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'RoleBinding',
  resource: 'rolebindings',
  namespaced: true,
  description: 'Grants a role to users, groups and service accounts in a namespace.',
  twins: ['rbac.authorization.k8s.io/v1beta1', 'rbac.authorization.k8s.io/v1alpha1'],
  types: {
    RoleBinding: { 'subjects?': '[]Subject', roleRef: 'RoleRef' },
  },
} satisfies KindFacts;

export const rolebindings = resource<RoleBinding>(facts, {
  validateName: nameIsPathSegment,
  allowCreateOnUpdate: true,
  strategy: bindingStrategy(scope),
  columns: bindingColumns(scope),
});
