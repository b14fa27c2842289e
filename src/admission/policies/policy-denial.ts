import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import { StatusError } from '../../api/status.ts';
import type { AdmissionAttributes } from '../admission-plugin.ts';
import { refusal } from '../refusal.ts';

/** Why a request is refused, and in whose name. */
export interface PolicyDenial {
  readonly policy: ValidatingAdmissionPolicy;
  /** Absent when the policy itself cannot be put into force. */
  readonly binding: ValidatingAdmissionPolicyBinding | undefined;
  readonly message: string;
  readonly reason: string | undefined;
}

const CODES: Readonly<Record<string, number>> = { Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413 };

/** The answer: worded as a 403, with the code and the reason that the policy chose. */
export function denialError(attributes: AdmissionAttributes, denial: PolicyDenial): StatusError {
  const { policy, binding, reason = 'Invalid' } = denial;
  const by = binding ? ` with binding '${binding.metadata.name}'` : '';
  const message = `ValidatingAdmissionPolicy '${policy.metadata.name}'${by} denied request: ${denial.message}`;
  const { status } = refusal(attributes, message);
  return new StatusError({
    code: CODES[reason] ?? 422,
    reason,
    message: status.message ?? message,
    details: { ...status.details, causes: [{ message }] },
  });
}
