// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface ExemptPriorityLevelConfiguration {
  lendablePercent?: number | undefined;
  nominalConcurrencyShares?: number | undefined;
}

export interface FlowDistinguisherMethod {
  type: string;
}

export interface FlowSchema {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: FlowSchemaSpec | undefined;
  status?: FlowSchemaStatus | undefined;
}

export interface FlowSchemaCondition {
  lastTransitionTime?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  status?: string | undefined;
  type?: string | undefined;
}

export interface FlowSchemaList {
  apiVersion: string;
  items: FlowSchema[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface FlowSchemaSpec {
  distinguisherMethod?: FlowDistinguisherMethod | undefined;
  matchingPrecedence?: number | undefined;
  priorityLevelConfiguration: PriorityLevelConfigurationReference;
  rules?: PolicyRulesWithSubjects[] | undefined;
}

export interface FlowSchemaStatus {
  conditions?: FlowSchemaCondition[] | undefined;
}

export interface GroupSubject {
  name: string;
}

export interface LimitResponse {
  queuing?: QueuingConfiguration | undefined;
  type: string;
}

export interface LimitedPriorityLevelConfiguration {
  assuredConcurrencyShares?: number | undefined;
  borrowingLimitPercent?: number | undefined;
  lendablePercent?: number | undefined;
  limitResponse?: LimitResponse | undefined;
}

export interface NonResourcePolicyRule {
  nonResourceURLs: string[] | null;
  verbs: string[] | null;
}

export interface PolicyRulesWithSubjects {
  nonResourceRules?: NonResourcePolicyRule[] | undefined;
  resourceRules?: ResourcePolicyRule[] | undefined;
  subjects: Subject[] | null;
}

export interface PriorityLevelConfiguration {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: PriorityLevelConfigurationSpec | undefined;
  status?: PriorityLevelConfigurationStatus | undefined;
}

export interface PriorityLevelConfigurationCondition {
  lastTransitionTime?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  status?: string | undefined;
  type?: string | undefined;
}

export interface PriorityLevelConfigurationList {
  apiVersion: string;
  items: PriorityLevelConfiguration[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface PriorityLevelConfigurationReference {
  name: string;
}

export interface PriorityLevelConfigurationSpec {
  exempt?: ExemptPriorityLevelConfiguration | undefined;
  limited?: LimitedPriorityLevelConfiguration | undefined;
  type: string;
}

export interface PriorityLevelConfigurationStatus {
  conditions?: PriorityLevelConfigurationCondition[] | undefined;
}

export interface QueuingConfiguration {
  handSize?: number | undefined;
  queueLengthLimit?: number | undefined;
  queues?: number | undefined;
}

export interface ResourcePolicyRule {
  apiGroups: string[] | null;
  clusterScope?: boolean | undefined;
  namespaces?: string[] | undefined;
  resources: string[] | null;
  verbs: string[] | null;
}

export interface ServiceAccountSubject {
  name: string;
  namespace: string;
}

export interface Subject {
  group?: GroupSubject | undefined;
  kind: string;
  serviceAccount?: ServiceAccountSubject | undefined;
  user?: UserSubject | undefined;
}

export interface UserSubject {
  name: string;
}
