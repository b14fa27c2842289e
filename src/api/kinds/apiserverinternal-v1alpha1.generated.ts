// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface ServerStorageVersion {
  apiServerID?: string | undefined;
  decodableVersions?: string[] | undefined;
  encodingVersion?: string | undefined;
  servedVersions?: string[] | undefined;
}

export interface StorageVersion {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: StorageVersionSpec;
  status: StorageVersionStatus;
}

export interface StorageVersionCondition {
  lastTransitionTime?: string | undefined;
  message?: string | undefined;
  observedGeneration?: number | undefined;
  reason: string;
  status: string;
  type: string;
}

export interface StorageVersionList {
  apiVersion: string;
  items: StorageVersion[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export type StorageVersionSpec = Record<string, unknown>;

export interface StorageVersionStatus {
  commonEncodingVersion?: string | undefined;
  conditions?: StorageVersionCondition[] | undefined;
  storageVersions?: ServerStorageVersion[] | undefined;
}
