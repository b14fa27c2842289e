// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { LabelSelector, ObjectMeta, ListMeta, Condition } from './meta-v1.generated.ts';

export interface AuditAnnotation {
  key: string;
  valueExpression: string;
}

export interface ExpressionWarning {
  fieldRef: string;
  warning: string;
}

export interface MatchCondition {
  name: string;
  expression: string;
}

export interface MatchResources {
  namespaceSelector?: LabelSelector | undefined;
  objectSelector?: LabelSelector | undefined;
  resourceRules?: NamedRuleWithOperations[] | undefined;
  excludeResourceRules?: NamedRuleWithOperations[] | undefined;
  matchPolicy?: string | undefined;
}

export interface NamedRuleWithOperations {
  resourceNames?: string[] | undefined;
  operations?: string[] | undefined;
  apiGroups?: string[] | undefined;
  apiVersions?: string[] | undefined;
  resources?: string[] | undefined;
  scope?: string | undefined;
}

export interface ParamKind {
  apiVersion?: string | undefined;
  kind?: string | undefined;
}

export interface ParamRef {
  name?: string | undefined;
  namespace?: string | undefined;
  selector?: LabelSelector | undefined;
  parameterNotFoundAction?: string | undefined;
}

export interface TypeChecking {
  expressionWarnings?: ExpressionWarning[] | undefined;
}

export interface ValidatingAdmissionPolicy {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec?: ValidatingAdmissionPolicySpec | undefined;
  status?: ValidatingAdmissionPolicyStatus | undefined;
}

export interface ValidatingAdmissionPolicyBinding {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec?: ValidatingAdmissionPolicyBindingSpec | undefined;
}

export interface ValidatingAdmissionPolicyBindingList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items?: ValidatingAdmissionPolicyBinding[] | undefined;
}

export interface ValidatingAdmissionPolicyBindingSpec {
  policyName?: string | undefined;
  paramRef?: ParamRef | undefined;
  matchResources?: MatchResources | undefined;
  validationActions?: string[] | undefined;
}

export interface ValidatingAdmissionPolicyList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items?: ValidatingAdmissionPolicy[] | undefined;
}

export interface ValidatingAdmissionPolicySpec {
  paramKind?: ParamKind | undefined;
  matchConstraints?: MatchResources | undefined;
  validations?: Validation[] | undefined;
  failurePolicy?: string | undefined;
  auditAnnotations?: AuditAnnotation[] | undefined;
  matchConditions?: MatchCondition[] | undefined;
  variables?: Variable[] | undefined;
}

export interface ValidatingAdmissionPolicyStatus {
  observedGeneration?: number | undefined;
  typeChecking?: TypeChecking | undefined;
  conditions?: Condition[] | undefined;
}

export interface Validation {
  expression: string;
  message?: string | undefined;
  reason?: string | undefined;
  messageExpression?: string | undefined;
}

export interface Variable {
  name: string;
  expression: string;
}
