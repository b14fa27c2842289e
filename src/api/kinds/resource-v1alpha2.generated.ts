// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { NodeSelector } from './core-v1.generated.ts';
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface AllocationResult {
  resourceHandles?: ResourceHandle[] | undefined;
  availableOnNodes?: NodeSelector | undefined;
  shareable?: boolean | undefined;
}

export interface PodSchedulingContext {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec: PodSchedulingContextSpec;
  status?: PodSchedulingContextStatus | undefined;
}

export interface PodSchedulingContextList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: PodSchedulingContext[] | null;
}

export interface PodSchedulingContextSpec {
  selectedNode?: string | undefined;
  potentialNodes?: string[] | undefined;
}

export interface PodSchedulingContextStatus {
  resourceClaims?: ResourceClaimSchedulingStatus[] | undefined;
}

export interface ResourceClaim {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec: ResourceClaimSpec;
  status?: ResourceClaimStatus | undefined;
}

export interface ResourceClaimConsumerReference {
  apiGroup?: string | undefined;
  resource: string;
  name: string;
  uid: string;
}

export interface ResourceClaimList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: ResourceClaim[] | null;
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
  resourceClassName: string;
  parametersRef?: ResourceClaimParametersReference | undefined;
  allocationMode?: string | undefined;
}

export interface ResourceClaimStatus {
  driverName?: string | undefined;
  allocation?: AllocationResult | undefined;
  reservedFor?: ResourceClaimConsumerReference[] | undefined;
  deallocationRequested?: boolean | undefined;
}

export interface ResourceClaimTemplate {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec: ResourceClaimTemplateSpec;
}

export interface ResourceClaimTemplateList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: ResourceClaimTemplate[] | null;
}

export interface ResourceClaimTemplateSpec {
  metadata?: ObjectMeta | undefined;
  spec: ResourceClaimSpec;
}

export interface ResourceClass {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  driverName: string;
  parametersRef?: ResourceClassParametersReference | undefined;
  suitableNodes?: NodeSelector | undefined;
}

export interface ResourceClassList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: ResourceClass[] | null;
}

export interface ResourceClassParametersReference {
  apiGroup?: string | undefined;
  kind: string;
  name: string;
  namespace?: string | undefined;
}

export interface ResourceHandle {
  driverName?: string | undefined;
  data?: string | undefined;
}
