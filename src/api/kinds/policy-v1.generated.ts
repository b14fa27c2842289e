// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { DeleteOptions, ObjectMeta, ListMeta, LabelSelector, Condition } from './meta-v1.generated.ts';

export interface Eviction {
  apiVersion: string;
  deleteOptions?: DeleteOptions | undefined;
  kind: string;
  metadata: ObjectMeta;
}

export interface PodDisruptionBudget {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: PodDisruptionBudgetSpec | undefined;
  status?: PodDisruptionBudgetStatus | undefined;
}

export interface PodDisruptionBudgetList {
  apiVersion: string;
  items: PodDisruptionBudget[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface PodDisruptionBudgetSpec {
  maxUnavailable?: string | number | undefined;
  minAvailable?: string | number | undefined;
  selector?: LabelSelector | undefined;
  unhealthyPodEvictionPolicy?: string | undefined;
}

export interface PodDisruptionBudgetStatus {
  conditions?: Condition[] | undefined;
  currentHealthy: number;
  desiredHealthy: number;
  disruptedPods?: Record<string, string> | undefined;
  disruptionsAllowed: number;
  expectedPods: number;
  observedGeneration?: number | undefined;
}
