import type { ClusterRoleBinding } from '../../api/kinds/rbac-v1.generated.ts';
import { nameIsPathSegment } from '../../api/names.ts';
import { resource } from '../resource-definition.ts';
import { type BindingScope, bindingColumns, bindingStrategy } from './bindings.ts';

const scope: BindingScope = {
  roleKinds: ['ClusterRole'],
  isNamespaced: false,
  title: 'clusterRoleBinding',
  roleDescription:
    'RoleRef can only reference a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.',
};

export const clusterrolebindings = resource<ClusterRoleBinding>({
  group: 'rbac.authorization.k8s.io',
  resource: 'clusterrolebindings',
  validateName: nameIsPathSegment,
  allowCreateOnUpdate: true,
  strategy: bindingStrategy(scope),
  columns: bindingColumns(scope),
});
