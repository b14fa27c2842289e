// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { ObjectMeta, ListMeta, LabelSelector } from './meta-v1.generated.ts';
import type { TopologySelectorTerm, PersistentVolumeSpec } from './core-v1.generated.ts';

export interface CSIDriver {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: CSIDriverSpec;
}

export interface CSIDriverList {
  apiVersion: string;
  items: CSIDriver[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface CSIDriverSpec {
  attachRequired?: boolean | undefined;
  fsGroupPolicy?: string | undefined;
  podInfoOnMount?: boolean | undefined;
  requiresRepublish?: boolean | undefined;
  seLinuxMount?: boolean | undefined;
  storageCapacity?: boolean | undefined;
  tokenRequests?: TokenRequest[] | undefined;
  volumeLifecycleModes?: string[] | undefined;
}

export interface CSINode {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: CSINodeSpec;
}

export interface CSINodeDriver {
  allocatable?: VolumeNodeResources | undefined;
  name: string;
  nodeID: string;
  topologyKeys?: string[] | undefined;
}

export interface CSINodeList {
  apiVersion: string;
  items: CSINode[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface CSINodeSpec {
  drivers: CSINodeDriver[] | null;
}

export interface CSIStorageCapacity {
  apiVersion: string;
  capacity?: string | number | undefined;
  kind: string;
  maximumVolumeSize?: string | number | undefined;
  metadata: ObjectMeta;
  nodeTopology?: LabelSelector | undefined;
  storageClassName: string;
}

export interface CSIStorageCapacityList {
  apiVersion: string;
  items: CSIStorageCapacity[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface StorageClass {
  allowVolumeExpansion?: boolean | undefined;
  allowedTopologies?: TopologySelectorTerm[] | undefined;
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  mountOptions?: string[] | undefined;
  parameters?: Record<string, string> | undefined;
  provisioner: string;
  reclaimPolicy?: string | undefined;
  volumeBindingMode?: string | undefined;
}

export interface StorageClassList {
  apiVersion: string;
  items: StorageClass[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface TokenRequest {
  audience: string;
  expirationSeconds?: number | undefined;
}

export interface VolumeAttachment {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: VolumeAttachmentSpec;
  status?: VolumeAttachmentStatus | undefined;
}

export interface VolumeAttachmentList {
  apiVersion: string;
  items: VolumeAttachment[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface VolumeAttachmentSource {
  inlineVolumeSpec?: PersistentVolumeSpec | undefined;
  persistentVolumeName?: string | undefined;
}

export interface VolumeAttachmentSpec {
  attacher: string;
  nodeName: string;
  source: VolumeAttachmentSource;
}

export interface VolumeAttachmentStatus {
  attachError?: VolumeError | undefined;
  attached: boolean;
  attachmentMetadata?: Record<string, string> | undefined;
  detachError?: VolumeError | undefined;
}

export interface VolumeError {
  message?: string | undefined;
  time?: string | undefined;
}

export interface VolumeNodeResources {
  count?: number | undefined;
}
