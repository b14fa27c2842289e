// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { ObjectMeta } from './meta-v1.generated.ts';

export interface BoundObjectReference {
  apiVersion?: string | undefined;
  kind?: string | undefined;
  name?: string | undefined;
  uid?: string | undefined;
}

export interface SelfSubjectReview {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  status?: SelfSubjectReviewStatus | undefined;
}

export interface SelfSubjectReviewStatus {
  userInfo?: UserInfo | undefined;
}

export interface TokenRequest {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: TokenRequestSpec;
  status?: TokenRequestStatus | undefined;
}

export interface TokenRequestSpec {
  audiences: string[] | null;
  boundObjectRef?: BoundObjectReference | undefined;
  expirationSeconds?: number | undefined;
}

export interface TokenRequestStatus {
  expirationTimestamp: string;
  token: string;
}

export interface TokenReview {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: TokenReviewSpec;
  status?: TokenReviewStatus | undefined;
}

export interface TokenReviewSpec {
  audiences?: string[] | undefined;
  token?: string | undefined;
}

export interface TokenReviewStatus {
  audiences?: string[] | undefined;
  authenticated?: boolean | undefined;
  error?: string | undefined;
  user?: UserInfo | undefined;
}

export interface UserInfo {
  extra?: Record<string, string[]> | undefined;
  groups?: string[] | undefined;
  uid?: string | undefined;
  username?: string | undefined;
}
