// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';
import type { NodeSelector } from './core-v1.generated.ts';

export interface ClusterCIDR {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: ClusterCIDRSpec | undefined;
}

export interface ClusterCIDRList {
  apiVersion: string;
  items: ClusterCIDR[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface ClusterCIDRSpec {
  ipv4?: string | undefined;
  ipv6?: string | undefined;
  nodeSelector?: NodeSelector | undefined;
  perNodeHostBits: number;
}

export interface IPAddress {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: IPAddressSpec | undefined;
}

export interface IPAddressList {
  apiVersion: string;
  items: IPAddress[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface IPAddressSpec {
  parentRef?: ParentReference | undefined;
}

export interface ParentReference {
  group?: string | undefined;
  name?: string | undefined;
  namespace?: string | undefined;
  resource?: string | undefined;
  uid?: string | undefined;
}
