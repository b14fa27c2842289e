// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.

export interface APIGroup {
  apiVersion: string;
  kind: string;
  name: string;
  preferredVersion?: GroupVersionForDiscovery | undefined;
  serverAddressByClientCIDRs?: ServerAddressByClientCIDR[] | undefined;
  versions: GroupVersionForDiscovery[] | null;
}

export interface APIGroupList {
  apiVersion: string;
  groups: APIGroup[] | null;
  kind: string;
}

export interface APIResource {
  categories?: string[] | undefined;
  group?: string | undefined;
  kind: string;
  name: string;
  namespaced: boolean;
  shortNames?: string[] | undefined;
  singularName: string;
  storageVersionHash?: string | undefined;
  verbs: string[] | null;
  version?: string | undefined;
}

export interface APIResourceList {
  apiVersion: string;
  groupVersion: string;
  kind: string;
  resources: APIResource[] | null;
}

export interface APIVersions {
  apiVersion: string;
  kind: string;
  serverAddressByClientCIDRs: ServerAddressByClientCIDR[] | null;
  versions: string[] | null;
}

export interface Condition {
  lastTransitionTime: string;
  message: string;
  observedGeneration?: number | undefined;
  reason: string;
  status: string;
  type: string;
}

export interface DeleteOptions {
  apiVersion: string;
  dryRun?: string[] | undefined;
  gracePeriodSeconds?: number | undefined;
  kind: string;
  orphanDependents?: boolean | undefined;
  preconditions?: Preconditions | undefined;
  propagationPolicy?: string | undefined;
}

export interface GroupVersionForDiscovery {
  groupVersion: string;
  version: string;
}

export interface LabelSelector {
  matchExpressions?: LabelSelectorRequirement[] | undefined;
  matchLabels?: Record<string, string> | undefined;
}

export interface LabelSelectorRequirement {
  key: string;
  operator: string;
  values?: string[] | undefined;
}

export interface ListMeta {
  continue?: string | undefined;
  remainingItemCount?: number | undefined;
  resourceVersion?: string | undefined;
  selfLink?: string | undefined;
}

export interface ManagedFieldsEntry {
  apiVersion?: string | undefined;
  fieldsType?: string | undefined;
  fieldsV1?: Record<string, unknown> | undefined;
  manager?: string | undefined;
  operation?: string | undefined;
  subresource?: string | undefined;
  time?: string | undefined;
}

export interface ObjectMeta {
  annotations?: Record<string, string> | undefined;
  creationTimestamp?: string | undefined;
  deletionGracePeriodSeconds?: number | undefined;
  deletionTimestamp?: string | undefined;
  finalizers?: string[] | undefined;
  generateName?: string | undefined;
  generation?: number | undefined;
  labels?: Record<string, string> | undefined;
  managedFields?: ManagedFieldsEntry[] | undefined;
  name?: string | undefined;
  namespace?: string | undefined;
  ownerReferences?: OwnerReference[] | undefined;
  resourceVersion?: string | undefined;
  selfLink?: string | undefined;
  uid?: string | undefined;
}

export interface OwnerReference {
  apiVersion: string;
  blockOwnerDeletion?: boolean | undefined;
  controller?: boolean | undefined;
  kind: string;
  name: string;
  uid: string;
}

export interface Preconditions {
  resourceVersion?: string | undefined;
  uid?: string | undefined;
}

export interface ServerAddressByClientCIDR {
  clientCIDR: string;
  serverAddress: string;
}

export interface Status {
  apiVersion: string;
  code?: number | undefined;
  details?: StatusDetails | undefined;
  kind: string;
  message?: string | undefined;
  metadata?: ListMeta | undefined;
  reason?: string | undefined;
  status?: string | undefined;
}

export interface StatusCause {
  field?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
}

export interface StatusDetails {
  causes?: StatusCause[] | undefined;
  group?: string | undefined;
  kind?: string | undefined;
  name?: string | undefined;
  retryAfterSeconds?: number | undefined;
  uid?: string | undefined;
}

export interface WatchEvent {
  object: unknown;
  type: string;
}
