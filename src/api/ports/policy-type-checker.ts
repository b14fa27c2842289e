import type { ExpressionWarning, ValidatingAdmissionPolicy } from '../kinds/admissionregistration-v1beta1.generated.ts';

/** Holds the expressions of a policy against the types of the kinds that it is about; empty when they fit. */
export type PolicyTypeChecker = (policy: ValidatingAdmissionPolicy) => readonly ExpressionWarning[];
