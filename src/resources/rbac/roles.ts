import type { FieldError } from '../../api/field-error.ts';
import type { Role } from '../../api/kinds/rbac-v1.generated.ts';
import { nameIsPathSegment } from '../../api/names.ts';
import { resource, type StrategyContext } from '../resource-definition.ts';
import { dropEmptyRules, validatePolicyRules } from './policy-rules.ts';

export const roles = resource<Role>({
  group: 'rbac.authorization.k8s.io',
  resource: 'roles',
  validateName: nameIsPathSegment,
  allowCreateOnUpdate: true,
  strategy: {
    prepareForCreate: dropEmptyRules,
    prepareForUpdate: dropEmptyRules,
    validate: validateRole,
    // The real server validates updates twice.
    validateUpdate: (role, _live, context) => [...validateRole(role, context), ...validateRole(role, context)],
  },
});

function validateRole({ rules }: Role, context: StrategyContext): FieldError[] {
  return validatePolicyRules(rules, true, context);
}
