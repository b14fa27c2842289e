// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { LabelSelector, ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface AggregationRule {
  clusterRoleSelectors?: LabelSelector[] | undefined;
}

export interface ClusterRole {
  aggregationRule?: AggregationRule | undefined;
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  rules?: PolicyRule[] | undefined;
}

export interface ClusterRoleBinding {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  roleRef: RoleRef;
  subjects?: Subject[] | undefined;
}

export interface ClusterRoleBindingList {
  apiVersion: string;
  items: ClusterRoleBinding[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface ClusterRoleList {
  apiVersion: string;
  items: ClusterRole[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface PolicyRule {
  apiGroups?: string[] | undefined;
  nonResourceURLs?: string[] | undefined;
  resourceNames?: string[] | undefined;
  resources?: string[] | undefined;
  verbs: string[] | null;
}

export interface Role {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  rules?: PolicyRule[] | undefined;
}

export interface RoleBinding {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  roleRef: RoleRef;
  subjects?: Subject[] | undefined;
}

export interface RoleBindingList {
  apiVersion: string;
  items: RoleBinding[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface RoleList {
  apiVersion: string;
  items: Role[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface RoleRef {
  apiGroup: string;
  kind: string;
  name: string;
}

export interface Subject {
  apiGroup?: string | undefined;
  kind: string;
  name: string;
  namespace?: string | undefined;
}
