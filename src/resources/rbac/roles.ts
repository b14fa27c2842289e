import type { Role } from '../../api/kinds/rbac-v1.generated.ts';
import { nameIsPathSegment } from '../../api/names.ts';
import { resource } from '../resource-definition.ts';
import { dropEmptyRules, validatePolicyRules } from './policy-rules.ts';

export const roles = resource<Role>({
  group: 'rbac.authorization.k8s.io',
  resource: 'roles',
  validateName: nameIsPathSegment,
  allowCreateOnUpdate: true,
  strategy: {
    prepareForCreate: dropEmptyRules,
    prepareForUpdate: dropEmptyRules,
    validate: ({ rules }, context) => validatePolicyRules(rules, true, context),
  },
});
