// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { ObjectMeta, ListMeta, LabelSelector } from './meta-v1.generated.ts';
import type { TopologySelectorTerm, PersistentVolumeSpec } from './core-v1.generated.ts';

export interface CSIDriver {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec: CSIDriverSpec;
}

export interface CSIDriverList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: CSIDriver[] | null;
}

export interface CSIDriverSpec {
  attachRequired?: boolean | undefined;
  podInfoOnMount?: boolean | undefined;
  volumeLifecycleModes?: string[] | undefined;
  storageCapacity?: boolean | undefined;
  fsGroupPolicy?: string | undefined;
  tokenRequests?: TokenRequest[] | undefined;
  requiresRepublish?: boolean | undefined;
  seLinuxMount?: boolean | undefined;
}

export interface CSINode {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec: CSINodeSpec;
}

export interface CSINodeDriver {
  name: string;
  nodeID: string;
  topologyKeys?: string[] | undefined;
  allocatable?: VolumeNodeResources | undefined;
}

export interface CSINodeList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: CSINode[] | null;
}

export interface CSINodeSpec {
  drivers: CSINodeDriver[] | null;
}

export interface CSIStorageCapacity {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  nodeTopology?: LabelSelector | undefined;
  storageClassName: string;
  capacity?: string | number | undefined;
  maximumVolumeSize?: string | number | undefined;
}

export interface CSIStorageCapacityList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: CSIStorageCapacity[] | null;
}

export interface StorageClass {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  provisioner: string;
  parameters?: Record<string, string> | undefined;
  reclaimPolicy?: string | undefined;
  mountOptions?: string[] | undefined;
  allowVolumeExpansion?: boolean | undefined;
  volumeBindingMode?: string | undefined;
  allowedTopologies?: TopologySelectorTerm[] | undefined;
}

export interface StorageClassList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: StorageClass[] | null;
}

export interface TokenRequest {
  audience: string;
  expirationSeconds?: number | undefined;
}

export interface VolumeAttachment {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec: VolumeAttachmentSpec;
  status?: VolumeAttachmentStatus | undefined;
}

export interface VolumeAttachmentList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: VolumeAttachment[] | null;
}

export interface VolumeAttachmentSource {
  persistentVolumeName?: string | undefined;
  inlineVolumeSpec?: PersistentVolumeSpec | undefined;
}

export interface VolumeAttachmentSpec {
  attacher: string;
  source: VolumeAttachmentSource;
  nodeName: string;
}

export interface VolumeAttachmentStatus {
  attached: boolean;
  attachmentMetadata?: Record<string, string> | undefined;
  attachError?: VolumeError | undefined;
  detachError?: VolumeError | undefined;
}

export interface VolumeError {
  time?: string | undefined;
  message?: string | undefined;
}

export interface VolumeNodeResources {
  count?: number | undefined;
}
