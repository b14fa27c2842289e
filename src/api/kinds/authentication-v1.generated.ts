// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { ObjectMeta } from './meta-v1.generated.ts';

export interface BoundObjectReference {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  name?: string | undefined;
  uid?: string | undefined;
}

export interface SelfSubjectReview {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  status?: SelfSubjectReviewStatus | undefined;
}

export interface SelfSubjectReviewStatus {
  userInfo?: UserInfo | undefined;
}

export interface TokenRequest {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec: TokenRequestSpec;
  status?: TokenRequestStatus | undefined;
}

export interface TokenRequestSpec {
  audiences: string[] | null;
  expirationSeconds?: number | undefined;
  boundObjectRef?: BoundObjectReference | undefined;
}

export interface TokenRequestStatus {
  token: string;
  expirationTimestamp: string;
}

export interface TokenReview {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec: TokenReviewSpec;
  status?: TokenReviewStatus | undefined;
}

export interface TokenReviewSpec {
  token?: string | undefined;
  audiences?: string[] | undefined;
}

export interface TokenReviewStatus {
  authenticated?: boolean | undefined;
  user?: UserInfo | undefined;
  audiences?: string[] | undefined;
  error?: string | undefined;
}

export interface UserInfo {
  username?: string | undefined;
  uid?: string | undefined;
  groups?: string[] | undefined;
  extra?: Record<string, string[]> | undefined;
}
