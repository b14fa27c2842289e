// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface CertificateSigningRequest {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec: CertificateSigningRequestSpec;
  status?: CertificateSigningRequestStatus | undefined;
}

export interface CertificateSigningRequestCondition {
  type: string;
  status: string;
  reason?: string | undefined;
  message?: string | undefined;
  lastUpdateTime?: string | undefined;
  lastTransitionTime?: string | undefined;
}

export interface CertificateSigningRequestList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: CertificateSigningRequest[] | null;
}

export interface CertificateSigningRequestSpec {
  request: string;
  signerName: string;
  expirationSeconds?: number | undefined;
  usages?: string[] | undefined;
  username?: string | undefined;
  uid?: string | undefined;
  groups?: string[] | undefined;
  extra?: Record<string, string[]> | undefined;
}

export interface CertificateSigningRequestStatus {
  conditions?: CertificateSigningRequestCondition[] | undefined;
  certificate?: string | undefined;
}
