// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface Lease {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec?: LeaseSpec | undefined;
}

export interface LeaseList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: Lease[] | null;
}

export interface LeaseSpec {
  holderIdentity?: string | undefined;
  leaseDurationSeconds?: number | undefined;
  acquireTime?: string | undefined;
  renewTime?: string | undefined;
  leaseTransitions?: number | undefined;
}
