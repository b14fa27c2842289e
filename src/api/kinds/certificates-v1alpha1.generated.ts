// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface ClusterTrustBundle {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: ClusterTrustBundleSpec;
}

export interface ClusterTrustBundleList {
  apiVersion: string;
  items: ClusterTrustBundle[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface ClusterTrustBundleSpec {
  signerName?: string | undefined;
  trustBundle: string;
}
