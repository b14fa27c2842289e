// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
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
  expression: string;
  name: string;
}

export interface MatchResources {
  excludeResourceRules?: NamedRuleWithOperations[] | undefined;
  matchPolicy?: string | undefined;
  namespaceSelector?: LabelSelector | undefined;
  objectSelector?: LabelSelector | undefined;
  resourceRules?: NamedRuleWithOperations[] | undefined;
}

export interface NamedRuleWithOperations {
  apiGroups?: string[] | undefined;
  apiVersions?: string[] | undefined;
  operations?: string[] | undefined;
  resourceNames?: string[] | undefined;
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
  parameterNotFoundAction?: string | undefined;
  selector?: LabelSelector | undefined;
}

export interface TypeChecking {
  expressionWarnings?: ExpressionWarning[] | undefined;
}

export interface ValidatingAdmissionPolicy {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: ValidatingAdmissionPolicySpec | undefined;
  status?: ValidatingAdmissionPolicyStatus | undefined;
}

export interface ValidatingAdmissionPolicyBinding {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: ValidatingAdmissionPolicyBindingSpec | undefined;
}

export interface ValidatingAdmissionPolicyBindingList {
  apiVersion: string;
  items?: ValidatingAdmissionPolicyBinding[] | undefined;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface ValidatingAdmissionPolicyBindingSpec {
  matchResources?: MatchResources | undefined;
  paramRef?: ParamRef | undefined;
  policyName?: string | undefined;
  validationActions?: string[] | undefined;
}

export interface ValidatingAdmissionPolicyList {
  apiVersion: string;
  items?: ValidatingAdmissionPolicy[] | undefined;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface ValidatingAdmissionPolicySpec {
  auditAnnotations?: AuditAnnotation[] | undefined;
  failurePolicy?: string | undefined;
  matchConditions?: MatchCondition[] | undefined;
  matchConstraints?: MatchResources | undefined;
  paramKind?: ParamKind | undefined;
  validations?: Validation[] | undefined;
  variables?: Variable[] | undefined;
}

export interface ValidatingAdmissionPolicyStatus {
  conditions?: Condition[] | undefined;
  observedGeneration?: number | undefined;
  typeChecking?: TypeChecking | undefined;
}

export interface Validation {
  expression: string;
  message?: string | undefined;
  messageExpression?: string | undefined;
  reason?: string | undefined;
}

export interface Variable {
  expression: string;
  name: string;
}
