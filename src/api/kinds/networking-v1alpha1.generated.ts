// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';
import type { NodeSelector } from './core-v1.generated.ts';

export interface ClusterCIDR {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec?: ClusterCIDRSpec | undefined;
}

export interface ClusterCIDRList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: ClusterCIDR[] | null;
}

export interface ClusterCIDRSpec {
  nodeSelector?: NodeSelector | undefined;
  perNodeHostBits: number;
  ipv4?: string | undefined;
  ipv6?: string | undefined;
}

export interface IPAddress {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec?: IPAddressSpec | undefined;
}

export interface IPAddressList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: IPAddress[] | null;
}

export interface IPAddressSpec {
  parentRef?: ParentReference | undefined;
}

export interface ParentReference {
  group?: string | undefined;
  resource?: string | undefined;
  namespace?: string | undefined;
  name?: string | undefined;
  uid?: string | undefined;
}
