import type { Job } from '../../../api/kinds/batch-v1.generated.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { isActive, isReady } from '../../workloads/pods/pod-state.ts';
import { type FailureRecord, nextFailureRecord } from './job-backoff.ts';
import { indexesOf, type JobIndexes } from './job-indexes.ts';
import type { JobNames } from './job-names.ts';
import { isIndexed, isPodFailed, isPodSucceeded, isTerminating, isTracked, validIndexOf } from './job-pods.ts';
import { matchFailurePolicy } from './pod-failure-policy.ts';

/** The input for the sync of a Job. */
export interface JobInput {
  readonly job: Job;
  /** The pods of the Job. */
  readonly pods: readonly Pod[];
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly failures: FailureRecord;
  /** Reports whether the finalizer of a pod was removed, even if the pod does not show it yet. */
  isReleased(pod: Pod): boolean;
  readonly names: JobNames;
}

/** A Job and its pods, counted. */
export interface JobState extends JobInput {
  readonly active: readonly Pod[];
  readonly ready: number;
  readonly terminating: number;
  /** Pods whose end is stored in the status, but not in its counters. */
  readonly uncounted: { readonly succeeded: ReadonlySet<string>; readonly failed: ReadonlySet<string> };
  readonly succeeded: number;
  readonly failed: number;
  /** The failures since the last success, including those that are not yet stored. */
  readonly failures: FailureRecord;
  /** Undefined for Jobs without indexes. */
  readonly indexes: JobIndexes | undefined;
}

/** Counts the pods of a Job, including those that its status has already counted. */
export function readJobState(input: JobInput): JobState {
  const { job, pods } = input;
  const { status } = job;
  const active = pods.filter(isActive);
  const uncounted = {
    succeeded: new Set(status?.uncountedTerminatedPods?.succeeded),
    failed: new Set(status?.uncountedTerminatedPods?.failed),
  };
  const countable = countablePods(input);
  const isNew = (counted: ReadonlySet<string>) => (pod: Pod) => !counted.has(pod.metadata.uid ?? '');
  const succeeded = countable.filter(isNew(uncounted.succeeded)).filter(isPodSucceeded);
  const failed = countable.filter(isNew(uncounted.failed)).filter((pod) => isPodFailed(pod, job));
  const counted = failed.filter((pod) => matchFailurePolicy(job.spec?.podFailurePolicy, pod).isCounted);
  const indexes = isIndexed(job) ? indexesOf(input, active, countable) : undefined;
  return {
    ...input,
    active,
    ready: active.filter(isReady).length,
    terminating: pods.filter(isTerminating).length,
    uncounted,
    succeeded: indexes
      ? indexes.succeeded.size
      : (status?.succeeded ?? 0) + succeeded.length + uncounted.succeeded.size,
    failed: (status?.failed ?? 0) + counted.length + uncounted.failed.size,
    failures: nextFailureRecord(input.failures, succeeded, failed),
    indexes,
  };
}

/** Returns the pods that no counter of the status includes. Pods with an index outside the Job's range never count. */
function countablePods({ job, pods, names, isReleased }: JobInput): Pod[] {
  const tracked = pods.filter((pod) => isTracked(pod, names) && !isReleased(pod));
  return isIndexed(job) ? tracked.filter((pod) => validIndexOf(pod, job, names) !== undefined) : tracked;
}
