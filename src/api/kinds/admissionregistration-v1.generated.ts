// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { LabelSelector, ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface MatchCondition {
  expression: string;
  name: string;
}

export interface MutatingWebhook {
  admissionReviewVersions: string[] | null;
  clientConfig: WebhookClientConfig;
  failurePolicy?: string | undefined;
  matchConditions?: MatchCondition[] | undefined;
  matchPolicy?: string | undefined;
  name: string;
  namespaceSelector?: LabelSelector | undefined;
  objectSelector?: LabelSelector | undefined;
  reinvocationPolicy?: string | undefined;
  rules?: RuleWithOperations[] | undefined;
  sideEffects: string;
  timeoutSeconds?: number | undefined;
}

export interface MutatingWebhookConfiguration {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  webhooks?: MutatingWebhook[] | undefined;
}

export interface MutatingWebhookConfigurationList {
  apiVersion: string;
  items: MutatingWebhookConfiguration[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface RuleWithOperations {
  apiGroups?: string[] | undefined;
  apiVersions?: string[] | undefined;
  operations?: string[] | undefined;
  resources?: string[] | undefined;
  scope?: string | undefined;
}

export interface ServiceReference {
  name: string;
  namespace: string;
  path?: string | undefined;
  port?: number | undefined;
}

export interface ValidatingWebhook {
  admissionReviewVersions: string[] | null;
  clientConfig: WebhookClientConfig;
  failurePolicy?: string | undefined;
  matchConditions?: MatchCondition[] | undefined;
  matchPolicy?: string | undefined;
  name: string;
  namespaceSelector?: LabelSelector | undefined;
  objectSelector?: LabelSelector | undefined;
  rules?: RuleWithOperations[] | undefined;
  sideEffects: string;
  timeoutSeconds?: number | undefined;
}

export interface ValidatingWebhookConfiguration {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  webhooks?: ValidatingWebhook[] | undefined;
}

export interface ValidatingWebhookConfigurationList {
  apiVersion: string;
  items: ValidatingWebhookConfiguration[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface WebhookClientConfig {
  caBundle?: string | undefined;
  service?: ServiceReference | undefined;
  url?: string | undefined;
}
