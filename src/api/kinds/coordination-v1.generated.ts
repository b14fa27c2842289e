// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface Lease {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: LeaseSpec | undefined;
}

export interface LeaseList {
  apiVersion: string;
  items: Lease[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface LeaseSpec {
  acquireTime?: string | undefined;
  holderIdentity?: string | undefined;
  leaseDurationSeconds?: number | undefined;
  leaseTransitions?: number | undefined;
  renewTime?: string | undefined;
}
