import { ADMISSION_REGISTRATION_GROUP } from '../../../api/kubernetes-names.ts';
import { inTurn } from '../../../api/when-ready.ts';
import type { AdmissionAttributes, AdmissionContext, AdmissionPluginFactory } from '../../admission-plugin.ts';
import { operations } from '../../attributes.ts';
import { type Policies, policyCollection, readPolicies } from '../../policies/bound-policies.ts';
import { denialError } from '../../policies/policy-denial.ts';
import { PolicyEnforcement } from '../../policies/policy-enforcement.ts';

const POLICY_RESOURCES = ['validatingadmissionpolicies', 'validatingadmissionpolicybindings'];

/** Enforces the cluster's ValidatingAdmissionPolicies: denies or warns, as each binding says. */
export const validatingAdmissionPolicy: AdmissionPluginFactory = (context) => {
  const policies = policyCollection(context);
  return {
    name: 'ValidatingAdmissionPolicy',
    handles: operations('CREATE', 'UPDATE', 'DELETE', 'CONNECT'),
    isIdle: () => policies.isKnownEmpty,
    validate: (attributes) =>
      policies.isKnownEmpty || isAboutPolicies(attributes, context)
        ? undefined
        : enforceAll(policies, attributes, context),
  };
};

async function enforceAll(
  policies: Policies,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
): Promise<void> {
  const enforcement = new PolicyEnforcement(attributes, context);
  await inTurn(await readPolicies(policies, context), (bound) => enforcement.enforce(bound));
  const [first] = enforcement.denials;
  if (first) throw denialError(attributes, first);
}

/** Policies do not apply to policies, because otherwise a broken one could not be repaired. */
const isAboutPolicies = ({ resource }: AdmissionAttributes, { dialect }: AdmissionContext): boolean =>
  POLICY_RESOURCES.includes(resource.resource) && resource.group === dialect.rename(ADMISSION_REGISTRATION_GROUP);
