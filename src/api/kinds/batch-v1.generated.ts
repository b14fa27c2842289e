// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { ObjectMeta, ListMeta, LabelSelector } from './meta-v1.generated.ts';
import type { ObjectReference, PodTemplateSpec } from './core-v1.generated.ts';

export interface CronJob {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: CronJobSpec | undefined;
  status?: CronJobStatus | undefined;
}

export interface CronJobList {
  apiVersion: string;
  items: CronJob[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface CronJobSpec {
  concurrencyPolicy?: string | undefined;
  failedJobsHistoryLimit?: number | undefined;
  jobTemplate: JobTemplateSpec;
  schedule: string;
  startingDeadlineSeconds?: number | undefined;
  successfulJobsHistoryLimit?: number | undefined;
  suspend?: boolean | undefined;
  timeZone?: string | undefined;
}

export interface CronJobStatus {
  active?: ObjectReference[] | undefined;
  lastScheduleTime?: string | undefined;
  lastSuccessfulTime?: string | undefined;
}

export interface Job {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: JobSpec | undefined;
  status?: JobStatus | undefined;
}

export interface JobCondition {
  lastProbeTime?: string | undefined;
  lastTransitionTime?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  status: string;
  type: string;
}

export interface JobList {
  apiVersion: string;
  items: Job[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface JobSpec {
  activeDeadlineSeconds?: number | undefined;
  backoffLimit?: number | undefined;
  backoffLimitPerIndex?: number | undefined;
  completionMode?: string | undefined;
  completions?: number | undefined;
  manualSelector?: boolean | undefined;
  maxFailedIndexes?: number | undefined;
  parallelism?: number | undefined;
  podFailurePolicy?: PodFailurePolicy | undefined;
  podReplacementPolicy?: string | undefined;
  selector?: LabelSelector | undefined;
  suspend?: boolean | undefined;
  template: PodTemplateSpec;
  ttlSecondsAfterFinished?: number | undefined;
}

export interface JobStatus {
  active?: number | undefined;
  completedIndexes?: string | undefined;
  completionTime?: string | undefined;
  conditions?: JobCondition[] | undefined;
  failed?: number | undefined;
  failedIndexes?: string | undefined;
  ready?: number | undefined;
  startTime?: string | undefined;
  succeeded?: number | undefined;
  terminating?: number | undefined;
  uncountedTerminatedPods?: UncountedTerminatedPods | undefined;
}

export interface JobTemplateSpec {
  metadata?: ObjectMeta | undefined;
  spec?: JobSpec | undefined;
}

export interface PodFailurePolicy {
  rules: PodFailurePolicyRule[] | null;
}

export interface PodFailurePolicyOnExitCodesRequirement {
  containerName?: string | undefined;
  operator: string;
  values: number[] | null;
}

export interface PodFailurePolicyOnPodConditionsPattern {
  status: string;
  type: string;
}

export interface PodFailurePolicyRule {
  action: string;
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement | undefined;
  onPodConditions: PodFailurePolicyOnPodConditionsPattern[] | null;
}

export interface UncountedTerminatedPods {
  failed?: string[] | undefined;
  succeeded?: string[] | undefined;
}
