import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import { StatusError } from '../../api/status.ts';
import type { AdmissionAttributes } from '../admission-plugin.ts';
import { denial } from '../denial.ts';

/** A denial by a policy, and the binding that caused it. */
export interface PolicyDenial {
  readonly policy: ValidatingAdmissionPolicy;
  /** Undefined when the policy itself cannot be enforced. */
  readonly binding: ValidatingAdmissionPolicyBinding | undefined;
  readonly message: string;
  readonly reason: string | undefined;
}

const CODES: Readonly<Record<string, number>> = { Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413 };

/** Returns the error response: worded like a 403, with the policy's code and reason. */
export function denialError(attributes: AdmissionAttributes, policyDenial: PolicyDenial): StatusError {
  const { policy, binding, reason = 'Invalid' } = policyDenial;
  const by = binding ? ` with binding '${binding.metadata.name}'` : '';
  const message = `ValidatingAdmissionPolicy '${policy.metadata.name}'${by} denied request: ${policyDenial.message}`;
  const { status } = denial(attributes, message);
  return new StatusError({
    code: CODES[reason] ?? 422,
    reason,
    message: status.message ?? message,
    details: { ...status.details, causes: [{ message }] },
  });
}
