// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { ObjectMeta, ListMeta, LabelSelector } from './meta-v1.generated.ts';
import type { PodTemplateSpec, PersistentVolumeClaim } from './core-v1.generated.ts';

export interface ControllerRevision {
  apiVersion: string;
  data?: unknown | undefined;
  kind: string;
  metadata: ObjectMeta;
  revision: number;
}

export interface ControllerRevisionList {
  apiVersion: string;
  items: ControllerRevision[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface DaemonSet {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: DaemonSetSpec | undefined;
  status?: DaemonSetStatus | undefined;
}

export interface DaemonSetCondition {
  lastTransitionTime?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  status: string;
  type: string;
}

export interface DaemonSetList {
  apiVersion: string;
  items: DaemonSet[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface DaemonSetSpec {
  minReadySeconds?: number | undefined;
  revisionHistoryLimit?: number | undefined;
  selector: LabelSelector;
  template: PodTemplateSpec;
  updateStrategy?: DaemonSetUpdateStrategy | undefined;
}

export interface DaemonSetStatus {
  collisionCount?: number | undefined;
  conditions?: DaemonSetCondition[] | undefined;
  currentNumberScheduled: number;
  desiredNumberScheduled: number;
  numberAvailable?: number | undefined;
  numberMisscheduled: number;
  numberReady: number;
  numberUnavailable?: number | undefined;
  observedGeneration?: number | undefined;
  updatedNumberScheduled?: number | undefined;
}

export interface DaemonSetUpdateStrategy {
  rollingUpdate?: RollingUpdateDaemonSet | undefined;
  type?: string | undefined;
}

export interface Deployment {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: DeploymentSpec | undefined;
  status?: DeploymentStatus | undefined;
}

export interface DeploymentCondition {
  lastTransitionTime?: string | undefined;
  lastUpdateTime?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  status: string;
  type: string;
}

export interface DeploymentList {
  apiVersion: string;
  items: Deployment[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface DeploymentSpec {
  minReadySeconds?: number | undefined;
  paused?: boolean | undefined;
  progressDeadlineSeconds?: number | undefined;
  replicas?: number | undefined;
  revisionHistoryLimit?: number | undefined;
  selector: LabelSelector;
  strategy?: DeploymentStrategy | undefined;
  template: PodTemplateSpec;
}

export interface DeploymentStatus {
  availableReplicas?: number | undefined;
  collisionCount?: number | undefined;
  conditions?: DeploymentCondition[] | undefined;
  observedGeneration?: number | undefined;
  readyReplicas?: number | undefined;
  replicas?: number | undefined;
  unavailableReplicas?: number | undefined;
  updatedReplicas?: number | undefined;
}

export interface DeploymentStrategy {
  rollingUpdate?: RollingUpdateDeployment | undefined;
  type?: string | undefined;
}

export interface ReplicaSet {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: ReplicaSetSpec | undefined;
  status?: ReplicaSetStatus | undefined;
}

export interface ReplicaSetCondition {
  lastTransitionTime?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  status: string;
  type: string;
}

export interface ReplicaSetList {
  apiVersion: string;
  items: ReplicaSet[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface ReplicaSetSpec {
  minReadySeconds?: number | undefined;
  replicas?: number | undefined;
  selector: LabelSelector;
  template?: PodTemplateSpec | undefined;
}

export interface ReplicaSetStatus {
  availableReplicas?: number | undefined;
  conditions?: ReplicaSetCondition[] | undefined;
  fullyLabeledReplicas?: number | undefined;
  observedGeneration?: number | undefined;
  readyReplicas?: number | undefined;
  replicas: number;
}

export interface RollingUpdateDaemonSet {
  maxSurge?: string | number | undefined;
  maxUnavailable?: string | number | undefined;
}

export interface RollingUpdateDeployment {
  maxSurge?: string | number | undefined;
  maxUnavailable?: string | number | undefined;
}

export interface RollingUpdateStatefulSetStrategy {
  maxUnavailable?: string | number | undefined;
  partition?: number | undefined;
}

export interface StatefulSet {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: StatefulSetSpec | undefined;
  status?: StatefulSetStatus | undefined;
}

export interface StatefulSetCondition {
  lastTransitionTime?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  status: string;
  type: string;
}

export interface StatefulSetList {
  apiVersion: string;
  items: StatefulSet[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface StatefulSetOrdinals {
  start?: number | undefined;
}

export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  whenDeleted?: string | undefined;
  whenScaled?: string | undefined;
}

export interface StatefulSetSpec {
  minReadySeconds?: number | undefined;
  ordinals?: StatefulSetOrdinals | undefined;
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy | undefined;
  podManagementPolicy?: string | undefined;
  replicas?: number | undefined;
  revisionHistoryLimit?: number | undefined;
  selector: LabelSelector;
  serviceName: string;
  template: PodTemplateSpec;
  updateStrategy?: StatefulSetUpdateStrategy | undefined;
  volumeClaimTemplates?: PersistentVolumeClaim[] | undefined;
}

export interface StatefulSetStatus {
  availableReplicas?: number | undefined;
  collisionCount?: number | undefined;
  conditions?: StatefulSetCondition[] | undefined;
  currentReplicas?: number | undefined;
  currentRevision?: string | undefined;
  observedGeneration?: number | undefined;
  readyReplicas?: number | undefined;
  replicas: number;
  updateRevision?: string | undefined;
  updatedReplicas?: number | undefined;
}

export interface StatefulSetUpdateStrategy {
  rollingUpdate?: RollingUpdateStatefulSetStrategy | undefined;
  type?: string | undefined;
}
