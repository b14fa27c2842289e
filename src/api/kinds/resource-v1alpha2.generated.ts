// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { NodeSelector } from './core-v1.generated.ts';
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface AllocationResult {
  availableOnNodes?: NodeSelector | undefined;
  resourceHandles?: ResourceHandle[] | undefined;
  shareable?: boolean | undefined;
}

export interface PodSchedulingContext {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: PodSchedulingContextSpec;
  status?: PodSchedulingContextStatus | undefined;
}

export interface PodSchedulingContextList {
  apiVersion: string;
  items: PodSchedulingContext[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface PodSchedulingContextSpec {
  potentialNodes?: string[] | undefined;
  selectedNode?: string | undefined;
}

export interface PodSchedulingContextStatus {
  resourceClaims?: ResourceClaimSchedulingStatus[] | undefined;
}

export interface ResourceClaim {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: ResourceClaimSpec;
  status?: ResourceClaimStatus | undefined;
}

export interface ResourceClaimConsumerReference {
  apiGroup?: string | undefined;
  name: string;
  resource: string;
  uid: string;
}

export interface ResourceClaimList {
  apiVersion: string;
  items: ResourceClaim[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface ResourceClaimParametersReference {
  apiGroup?: string | undefined;
  kind: string;
  name: string;
}

export interface ResourceClaimSchedulingStatus {
  name?: string | undefined;
  unsuitableNodes?: string[] | undefined;
}

export interface ResourceClaimSpec {
  allocationMode?: string | undefined;
  parametersRef?: ResourceClaimParametersReference | undefined;
  resourceClassName: string;
}

export interface ResourceClaimStatus {
  allocation?: AllocationResult | undefined;
  deallocationRequested?: boolean | undefined;
  driverName?: string | undefined;
  reservedFor?: ResourceClaimConsumerReference[] | undefined;
}

export interface ResourceClaimTemplate {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: ResourceClaimTemplateSpec;
}

export interface ResourceClaimTemplateList {
  apiVersion: string;
  items: ResourceClaimTemplate[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface ResourceClaimTemplateSpec {
  metadata?: ObjectMeta | undefined;
  spec: ResourceClaimSpec;
}

export interface ResourceClass {
  apiVersion: string;
  driverName: string;
  kind: string;
  metadata: ObjectMeta;
  parametersRef?: ResourceClassParametersReference | undefined;
  suitableNodes?: NodeSelector | undefined;
}

export interface ResourceClassList {
  apiVersion: string;
  items: ResourceClass[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface ResourceClassParametersReference {
  apiGroup?: string | undefined;
  kind: string;
  name: string;
  namespace?: string | undefined;
}

export interface ResourceHandle {
  data?: string | undefined;
  driverName?: string | undefined;
}
