import type { FieldError } from '../../api/field-error.ts';
import type { Role } from '../../api/kinds/rbac-v1.generated.ts';
import { nameIsPathSegment } from '../../api/names.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource, type StrategyContext } from '../resource-definition.ts';
import { dropEmptyRules, validatePolicyRules } from './policy-rules.ts';

const facts = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'Role',
  resource: 'roles',
  namespaced: true,
  description: 'A set of permissions in a namespace.',
  twins: ['rbac.authorization.k8s.io/v1beta1', 'rbac.authorization.k8s.io/v1alpha1'],
  types: {
    Role: { 'rules?': '[]PolicyRule written' },
  },
} satisfies KindFacts;

export const roles = resource<Role>(facts, {
  validateName: nameIsPathSegment,
  allowCreateOnUpdate: true,
  strategy: {
    prepareForCreate: dropEmptyRules,
    prepareForUpdate: dropEmptyRules,
    validate: validateRole,
  },
});

function validateRole({ rules }: Role, context: StrategyContext): FieldError[] {
  return validatePolicyRules(rules, true, context);
}
