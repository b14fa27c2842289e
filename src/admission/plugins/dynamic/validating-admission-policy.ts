import { ADMISSION_REGISTRATION_GROUP } from '../../../api/kubernetes-names.ts';
import type { AdmissionAttributes, AdmissionContext, AdmissionPluginFactory } from '../../admission-plugin.ts';
import { operations } from '../../attributes.ts';
import { hasNoPolicies, readPolicies } from '../../policies/bound-policies.ts';
import { denialError } from '../../policies/policy-denial.ts';
import { PolicyEnforcement } from '../../policies/policy-enforcement.ts';

const POLICY_RESOURCES = ['validatingadmissionpolicies', 'validatingadmissionpolicybindings'];

/** Enforces the cluster's ValidatingAdmissionPolicies: denies or warns, as each binding says. */
export const validatingAdmissionPolicy: AdmissionPluginFactory = (context) => ({
  name: 'ValidatingAdmissionPolicy',
  handles: operations('CREATE', 'UPDATE', 'DELETE', 'CONNECT'),
  isIdle: () => hasNoPolicies(context),
  validate: (attributes) =>
    hasNoPolicies(context) || isAboutPolicies(attributes, context) ? undefined : enforceAll(attributes, context),
});

async function enforceAll(attributes: AdmissionAttributes, context: AdmissionContext): Promise<void> {
  const enforcement = new PolicyEnforcement(attributes, context);
  for (const bound of await readPolicies(context)) await enforcement.enforce(bound);
  const [first] = enforcement.denials;
  if (first) throw denialError(attributes, first);
}

/** Policies do not apply to policies, because otherwise a broken one could not be repaired. */
const isAboutPolicies = ({ resource }: AdmissionAttributes, { dialect }: AdmissionContext): boolean =>
  POLICY_RESOURCES.includes(resource.resource) && resource.group === dialect.rename(ADMISSION_REGISTRATION_GROUP);
