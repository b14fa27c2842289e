// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface ServerStorageVersion {
  apiServerID?: string | undefined;
  encodingVersion?: string | undefined;
  decodableVersions?: string[] | undefined;
  servedVersions?: string[] | undefined;
}

export interface StorageVersion {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec: StorageVersionSpec;
  status: StorageVersionStatus;
}

export interface StorageVersionCondition {
  type: string;
  status: string;
  observedGeneration?: number | undefined;
  lastTransitionTime?: string | undefined;
  reason: string;
  message?: string | undefined;
}

export interface StorageVersionList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: StorageVersion[] | null;
}

export type StorageVersionSpec = Record<string, unknown>;

export interface StorageVersionStatus {
  storageVersions?: ServerStorageVersion[] | undefined;
  commonEncodingVersion?: string | undefined;
  conditions?: StorageVersionCondition[] | undefined;
}
