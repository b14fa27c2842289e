// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { ObjectMeta, ListMeta, LabelSelector } from './meta-v1.generated.ts';
import type { PodTemplateSpec, PersistentVolumeClaim } from './core-v1.generated.ts';

export interface ControllerRevision {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  data?: unknown | undefined;
  revision: number;
}

export interface ControllerRevisionList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: ControllerRevision[] | null;
}

export interface DaemonSet {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec?: DaemonSetSpec | undefined;
  status?: DaemonSetStatus | undefined;
}

export interface DaemonSetCondition {
  type: string;
  status: string;
  lastTransitionTime?: string | undefined;
  reason?: string | undefined;
  message?: string | undefined;
}

export interface DaemonSetList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: DaemonSet[] | null;
}

export interface DaemonSetSpec {
  selector: LabelSelector;
  template: PodTemplateSpec;
  updateStrategy?: DaemonSetUpdateStrategy | undefined;
  minReadySeconds?: number | undefined;
  revisionHistoryLimit?: number | undefined;
}

export interface DaemonSetStatus {
  currentNumberScheduled: number;
  numberMisscheduled: number;
  desiredNumberScheduled: number;
  numberReady: number;
  observedGeneration?: number | undefined;
  updatedNumberScheduled?: number | undefined;
  numberAvailable?: number | undefined;
  numberUnavailable?: number | undefined;
  collisionCount?: number | undefined;
  conditions?: DaemonSetCondition[] | undefined;
}

export interface DaemonSetUpdateStrategy {
  type?: string | undefined;
  rollingUpdate?: RollingUpdateDaemonSet | undefined;
}

export interface Deployment {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec?: DeploymentSpec | undefined;
  status?: DeploymentStatus | undefined;
}

export interface DeploymentCondition {
  type: string;
  status: string;
  lastUpdateTime?: string | undefined;
  lastTransitionTime?: string | undefined;
  reason?: string | undefined;
  message?: string | undefined;
}

export interface DeploymentList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: Deployment[] | null;
}

export interface DeploymentSpec {
  replicas?: number | undefined;
  selector: LabelSelector;
  template: PodTemplateSpec;
  strategy?: DeploymentStrategy | undefined;
  minReadySeconds?: number | undefined;
  revisionHistoryLimit?: number | undefined;
  paused?: boolean | undefined;
  progressDeadlineSeconds?: number | undefined;
}

export interface DeploymentStatus {
  observedGeneration?: number | undefined;
  replicas?: number | undefined;
  updatedReplicas?: number | undefined;
  readyReplicas?: number | undefined;
  availableReplicas?: number | undefined;
  unavailableReplicas?: number | undefined;
  conditions?: DeploymentCondition[] | undefined;
  collisionCount?: number | undefined;
}

export interface DeploymentStrategy {
  type?: string | undefined;
  rollingUpdate?: RollingUpdateDeployment | undefined;
}

export interface ReplicaSet {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec?: ReplicaSetSpec | undefined;
  status?: ReplicaSetStatus | undefined;
}

export interface ReplicaSetCondition {
  type: string;
  status: string;
  lastTransitionTime?: string | undefined;
  reason?: string | undefined;
  message?: string | undefined;
}

export interface ReplicaSetList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: ReplicaSet[] | null;
}

export interface ReplicaSetSpec {
  replicas?: number | undefined;
  minReadySeconds?: number | undefined;
  selector: LabelSelector;
  template?: PodTemplateSpec | undefined;
}

export interface ReplicaSetStatus {
  replicas: number;
  fullyLabeledReplicas?: number | undefined;
  readyReplicas?: number | undefined;
  availableReplicas?: number | undefined;
  observedGeneration?: number | undefined;
  conditions?: ReplicaSetCondition[] | undefined;
}

export interface RollingUpdateDaemonSet {
  maxUnavailable?: string | number | undefined;
  maxSurge?: string | number | undefined;
}

export interface RollingUpdateDeployment {
  maxUnavailable?: string | number | undefined;
  maxSurge?: string | number | undefined;
}

export interface RollingUpdateStatefulSetStrategy {
  partition?: number | undefined;
  maxUnavailable?: string | number | undefined;
}

export interface StatefulSet {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec?: StatefulSetSpec | undefined;
  status?: StatefulSetStatus | undefined;
}

export interface StatefulSetCondition {
  type: string;
  status: string;
  lastTransitionTime?: string | undefined;
  reason?: string | undefined;
  message?: string | undefined;
}

export interface StatefulSetList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: StatefulSet[] | null;
}

export interface StatefulSetOrdinals {
  start?: number | undefined;
}

export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  whenDeleted?: string | undefined;
  whenScaled?: string | undefined;
}

export interface StatefulSetSpec {
  replicas?: number | undefined;
  selector: LabelSelector;
  template: PodTemplateSpec;
  volumeClaimTemplates?: PersistentVolumeClaim[] | undefined;
  serviceName: string;
  podManagementPolicy?: string | undefined;
  updateStrategy?: StatefulSetUpdateStrategy | undefined;
  revisionHistoryLimit?: number | undefined;
  minReadySeconds?: number | undefined;
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy | undefined;
  ordinals?: StatefulSetOrdinals | undefined;
}

export interface StatefulSetStatus {
  observedGeneration?: number | undefined;
  replicas: number;
  readyReplicas?: number | undefined;
  currentReplicas?: number | undefined;
  updatedReplicas?: number | undefined;
  currentRevision?: string | undefined;
  updateRevision?: string | undefined;
  collisionCount?: number | undefined;
  conditions?: StatefulSetCondition[] | undefined;
  availableReplicas?: number | undefined;
}

export interface StatefulSetUpdateStrategy {
  type?: string | undefined;
  rollingUpdate?: RollingUpdateStatefulSetStrategy | undefined;
}
