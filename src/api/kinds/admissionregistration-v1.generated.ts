// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { LabelSelector, ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface MatchCondition {
  name: string;
  expression: string;
}

export interface MutatingWebhook {
  name: string;
  clientConfig: WebhookClientConfig;
  rules?: RuleWithOperations[] | undefined;
  failurePolicy?: string | undefined;
  matchPolicy?: string | undefined;
  namespaceSelector?: LabelSelector | undefined;
  objectSelector?: LabelSelector | undefined;
  sideEffects: string;
  timeoutSeconds?: number | undefined;
  admissionReviewVersions: string[] | null;
  reinvocationPolicy?: string | undefined;
  matchConditions?: MatchCondition[] | undefined;
}

export interface MutatingWebhookConfiguration {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  webhooks?: MutatingWebhook[] | undefined;
}

export interface MutatingWebhookConfigurationList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: MutatingWebhookConfiguration[] | null;
}

export interface RuleWithOperations {
  operations?: string[] | undefined;
  apiGroups?: string[] | undefined;
  apiVersions?: string[] | undefined;
  resources?: string[] | undefined;
  scope?: string | undefined;
}

export interface ServiceReference {
  namespace: string;
  name: string;
  path?: string | undefined;
  port?: number | undefined;
}

export interface ValidatingWebhook {
  name: string;
  clientConfig: WebhookClientConfig;
  rules?: RuleWithOperations[] | undefined;
  failurePolicy?: string | undefined;
  matchPolicy?: string | undefined;
  namespaceSelector?: LabelSelector | undefined;
  objectSelector?: LabelSelector | undefined;
  sideEffects: string;
  timeoutSeconds?: number | undefined;
  admissionReviewVersions: string[] | null;
  matchConditions?: MatchCondition[] | undefined;
}

export interface ValidatingWebhookConfiguration {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  webhooks?: ValidatingWebhook[] | undefined;
}

export interface ValidatingWebhookConfigurationList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: ValidatingWebhookConfiguration[] | null;
}

export interface WebhookClientConfig {
  url?: string | undefined;
  service?: ServiceReference | undefined;
  caBundle?: string | undefined;
}
