import type { ExpressionWarning, ValidatingAdmissionPolicy } from '../kinds/admissionregistration-v1beta1.generated.ts';

/**
 * Type-checks the expressions of a policy against the kinds that it matches; returns an empty list when they
 * type-check.
 */
export type PolicyTypeChecker = (policy: ValidatingAdmissionPolicy) => readonly ExpressionWarning[];
