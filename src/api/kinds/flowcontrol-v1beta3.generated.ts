// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface ExemptPriorityLevelConfiguration {
  nominalConcurrencyShares?: number | undefined;
  lendablePercent?: number | undefined;
}

export interface FlowDistinguisherMethod {
  type: string;
}

export interface FlowSchema {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec?: FlowSchemaSpec | undefined;
  status?: FlowSchemaStatus | undefined;
}

export interface FlowSchemaCondition {
  type?: string | undefined;
  status?: string | undefined;
  lastTransitionTime?: string | undefined;
  reason?: string | undefined;
  message?: string | undefined;
}

export interface FlowSchemaList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: FlowSchema[] | null;
}

export interface FlowSchemaSpec {
  priorityLevelConfiguration: PriorityLevelConfigurationReference;
  matchingPrecedence?: number | undefined;
  distinguisherMethod?: FlowDistinguisherMethod | undefined;
  rules?: PolicyRulesWithSubjects[] | undefined;
}

export interface FlowSchemaStatus {
  conditions?: FlowSchemaCondition[] | undefined;
}

export interface GroupSubject {
  name: string;
}

export interface LimitResponse {
  type: string;
  queuing?: QueuingConfiguration | undefined;
}

export interface LimitedPriorityLevelConfiguration {
  nominalConcurrencyShares?: number | undefined;
  limitResponse?: LimitResponse | undefined;
  lendablePercent?: number | undefined;
  borrowingLimitPercent?: number | undefined;
}

export interface NonResourcePolicyRule {
  verbs: string[] | null;
  nonResourceURLs: string[] | null;
}

export interface PolicyRulesWithSubjects {
  subjects: Subject[] | null;
  resourceRules?: ResourcePolicyRule[] | undefined;
  nonResourceRules?: NonResourcePolicyRule[] | undefined;
}

export interface PriorityLevelConfiguration {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec?: PriorityLevelConfigurationSpec | undefined;
  status?: PriorityLevelConfigurationStatus | undefined;
}

export interface PriorityLevelConfigurationCondition {
  type?: string | undefined;
  status?: string | undefined;
  lastTransitionTime?: string | undefined;
  reason?: string | undefined;
  message?: string | undefined;
}

export interface PriorityLevelConfigurationList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: PriorityLevelConfiguration[] | null;
}

export interface PriorityLevelConfigurationReference {
  name: string;
}

export interface PriorityLevelConfigurationSpec {
  type: string;
  limited?: LimitedPriorityLevelConfiguration | undefined;
  exempt?: ExemptPriorityLevelConfiguration | undefined;
}

export interface PriorityLevelConfigurationStatus {
  conditions?: PriorityLevelConfigurationCondition[] | undefined;
}

export interface QueuingConfiguration {
  queues?: number | undefined;
  handSize?: number | undefined;
  queueLengthLimit?: number | undefined;
}

export interface ResourcePolicyRule {
  verbs: string[] | null;
  apiGroups: string[] | null;
  resources: string[] | null;
  clusterScope?: boolean | undefined;
  namespaces?: string[] | undefined;
}

export interface ServiceAccountSubject {
  namespace: string;
  name: string;
}

export interface Subject {
  kind: string;
  user?: UserSubject | undefined;
  group?: GroupSubject | undefined;
  serviceAccount?: ServiceAccountSubject | undefined;
}

export interface UserSubject {
  name: string;
}
