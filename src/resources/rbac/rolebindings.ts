import type { RoleBinding } from '../../api/kinds/rbac-v1.generated.ts';
import { nameIsPathSegment } from '../../api/names.ts';
import { resource } from '../resource-definition.ts';
import { type BindingScope, bindingColumns, bindingStrategy } from './bindings.ts';

const scope: BindingScope = {
  roleKinds: ['Role', 'ClusterRole'],
  isNamespaced: true,
  title: 'roleBinding',
  roleDescription:
    'RoleRef can reference a Role in the current namespace or a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.',
};

export const rolebindings = resource<RoleBinding>({
  group: 'rbac.authorization.k8s.io',
  resource: 'rolebindings',
  validateName: nameIsPathSegment,
  allowCreateOnUpdate: true,
  strategy: bindingStrategy(scope),
  columns: bindingColumns(scope),
});
