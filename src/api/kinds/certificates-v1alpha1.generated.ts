// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface ClusterTrustBundle {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec: ClusterTrustBundleSpec;
}

export interface ClusterTrustBundleList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: ClusterTrustBundle[] | null;
}

export interface ClusterTrustBundleSpec {
  signerName?: string | undefined;
  trustBundle: string;
}
