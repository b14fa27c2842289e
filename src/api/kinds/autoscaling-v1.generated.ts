// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface CrossVersionObjectReference {
  apiVersion?: string | undefined;
  kind: string;
  name: string;
}

export interface HorizontalPodAutoscaler {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: HorizontalPodAutoscalerSpec | undefined;
  status?: HorizontalPodAutoscalerStatus | undefined;
}

export interface HorizontalPodAutoscalerList {
  apiVersion: string;
  items: HorizontalPodAutoscaler[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface HorizontalPodAutoscalerSpec {
  maxReplicas: number;
  minReplicas?: number | undefined;
  scaleTargetRef: CrossVersionObjectReference;
  targetCPUUtilizationPercentage?: number | undefined;
}

export interface HorizontalPodAutoscalerStatus {
  currentCPUUtilizationPercentage?: number | undefined;
  currentReplicas: number;
  desiredReplicas: number;
  lastScaleTime?: string | undefined;
  observedGeneration?: number | undefined;
}

export interface Scale {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: ScaleSpec | undefined;
  status?: ScaleStatus | undefined;
}

export interface ScaleSpec {
  replicas?: number | undefined;
}

export interface ScaleStatus {
  replicas: number;
  selector?: string | undefined;
}
