// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { LabelSelector, ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface AggregationRule {
  clusterRoleSelectors?: LabelSelector[] | undefined;
}

export interface ClusterRole {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  rules?: PolicyRule[] | undefined;
  aggregationRule?: AggregationRule | undefined;
}

export interface ClusterRoleBinding {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  subjects?: Subject[] | undefined;
  roleRef: RoleRef;
}

export interface ClusterRoleBindingList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: ClusterRoleBinding[] | null;
}

export interface ClusterRoleList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: ClusterRole[] | null;
}

export interface PolicyRule {
  verbs: string[] | null;
  apiGroups?: string[] | undefined;
  resources?: string[] | undefined;
  resourceNames?: string[] | undefined;
  nonResourceURLs?: string[] | undefined;
}

export interface Role {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  rules?: PolicyRule[] | undefined;
}

export interface RoleBinding {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  subjects?: Subject[] | undefined;
  roleRef: RoleRef;
}

export interface RoleBindingList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: RoleBinding[] | null;
}

export interface RoleList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: Role[] | null;
}

export interface RoleRef {
  apiGroup: string;
  kind: string;
  name: string;
}

export interface Subject {
  kind: string;
  apiGroup?: string | undefined;
  name: string;
  namespace?: string | undefined;
}
