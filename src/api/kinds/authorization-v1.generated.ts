// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { ObjectMeta } from './meta-v1.generated.ts';

export interface LocalSubjectAccessReview {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: SubjectAccessReviewSpec;
  status?: SubjectAccessReviewStatus | undefined;
}

export interface NonResourceAttributes {
  path?: string | undefined;
  verb?: string | undefined;
}

export interface NonResourceRule {
  nonResourceURLs?: string[] | undefined;
  verbs: string[] | null;
}

export interface ResourceAttributes {
  group?: string | undefined;
  name?: string | undefined;
  namespace?: string | undefined;
  resource?: string | undefined;
  subresource?: string | undefined;
  verb?: string | undefined;
  version?: string | undefined;
}

export interface ResourceRule {
  apiGroups?: string[] | undefined;
  resourceNames?: string[] | undefined;
  resources?: string[] | undefined;
  verbs: string[] | null;
}

export interface SelfSubjectAccessReview {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: SelfSubjectAccessReviewSpec;
  status?: SubjectAccessReviewStatus | undefined;
}

export interface SelfSubjectAccessReviewSpec {
  nonResourceAttributes?: NonResourceAttributes | undefined;
  resourceAttributes?: ResourceAttributes | undefined;
}

export interface SelfSubjectRulesReview {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: SelfSubjectRulesReviewSpec;
  status?: SubjectRulesReviewStatus | undefined;
}

export interface SelfSubjectRulesReviewSpec {
  namespace?: string | undefined;
}

export interface SubjectAccessReview {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: SubjectAccessReviewSpec;
  status?: SubjectAccessReviewStatus | undefined;
}

export interface SubjectAccessReviewSpec {
  extra?: Record<string, string[]> | undefined;
  groups?: string[] | undefined;
  nonResourceAttributes?: NonResourceAttributes | undefined;
  resourceAttributes?: ResourceAttributes | undefined;
  uid?: string | undefined;
  user?: string | undefined;
}

export interface SubjectAccessReviewStatus {
  allowed: boolean;
  denied?: boolean | undefined;
  evaluationError?: string | undefined;
  reason?: string | undefined;
}

export interface SubjectRulesReviewStatus {
  evaluationError?: string | undefined;
  incomplete: boolean;
  nonResourceRules: NonResourceRule[] | null;
  resourceRules: ResourceRule[] | null;
}
