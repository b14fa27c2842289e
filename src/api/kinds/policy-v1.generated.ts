// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { ObjectMeta, DeleteOptions, ListMeta, LabelSelector, Condition } from './meta-v1.generated.ts';

export interface Eviction {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  deleteOptions?: DeleteOptions | undefined;
}

export interface PodDisruptionBudget {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec?: PodDisruptionBudgetSpec | undefined;
  status?: PodDisruptionBudgetStatus | undefined;
}

export interface PodDisruptionBudgetList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: PodDisruptionBudget[] | null;
}

export interface PodDisruptionBudgetSpec {
  minAvailable?: string | number | undefined;
  selector?: LabelSelector | undefined;
  maxUnavailable?: string | number | undefined;
  unhealthyPodEvictionPolicy?: string | undefined;
}

export interface PodDisruptionBudgetStatus {
  observedGeneration?: number | undefined;
  disruptedPods?: Record<string, string> | undefined;
  disruptionsAllowed: number;
  currentHealthy: number;
  desiredHealthy: number;
  expectedPods: number;
  conditions?: Condition[] | undefined;
}
