// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface CertificateSigningRequest {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: CertificateSigningRequestSpec;
  status?: CertificateSigningRequestStatus | undefined;
}

export interface CertificateSigningRequestCondition {
  lastTransitionTime?: string | undefined;
  lastUpdateTime?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  status: string;
  type: string;
}

export interface CertificateSigningRequestList {
  apiVersion: string;
  items: CertificateSigningRequest[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface CertificateSigningRequestSpec {
  expirationSeconds?: number | undefined;
  extra?: Record<string, string[]> | undefined;
  groups?: string[] | undefined;
  request: string;
  signerName: string;
  uid?: string | undefined;
  usages?: string[] | undefined;
  username?: string | undefined;
}

export interface CertificateSigningRequestStatus {
  certificate?: string | undefined;
  conditions?: CertificateSigningRequestCondition[] | undefined;
}
