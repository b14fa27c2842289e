import type { Job } from '../../../api/kinds/batch-v1.generated.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { conditionOf } from '../../../client/objects/condition-of.ts';
import {
  BACKOFF_LIMIT_EXCEEDED,
  DEADLINE_EXCEEDED,
  FAILED_INDEXES,
  failed,
  failureTarget,
  type JobReport,
  MAX_FAILED_INDEXES_EXCEEDED,
} from './job-conditions.ts';
import { isPodFailed, isSuspended } from './job-pods.ts';
import type { JobState } from './job-state.ts';
import { matchFailurePolicy } from './pod-failure-policy.ts';

/** Returns why a Job fails; undefined while it continues. */
export const jobFailure = (state: JobState): JobReport | undefined =>
  failureByPolicy(state) ?? failureByLimit(state) ?? failureByIndexes(state);

function failureByPolicy({ job, pods }: JobState): JobReport | undefined {
  const { podFailurePolicy } = job.spec ?? {};
  const target = conditionOf(job.status?.conditions, 'FailureTarget');
  if (target) return failed(target.reason ?? '', target.message ?? '');
  if (!podFailurePolicy) return undefined;
  for (const pod of pods) {
    const { message } = isPodFailed(pod, job) ? matchFailurePolicy(podFailurePolicy, pod) : {};
    if (message !== undefined) return failureTarget(message);
  }
  return undefined;
}

function failureByLimit({ job, pods, failed: failures, now }: JobState): JobReport | undefined {
  const { backoffLimit = 6 } = job.spec ?? {};
  if (failures > backoffLimit || areRestartsExhausted(job, pods, backoffLimit)) return BACKOFF_LIMIT_EXCEEDED;
  return (remainingDeadline(job, now) ?? 1) <= 0 ? DEADLINE_EXCEEDED : undefined;
}

/** Restarts of containers in place count like failed pods. */
function areRestartsExhausted({ spec }: Job, pods: readonly Pod[], backoffLimit: number): boolean {
  if (spec?.template.spec?.restartPolicy !== 'OnFailure') return false;
  let restarts = 0;
  for (const { status } of pods) {
    if (status?.phase !== 'Running' && status?.phase !== 'Pending') continue;
    const containers = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])];
    for (const { restartCount } of containers) restarts += restartCount;
  }
  return backoffLimit === 0 ? restarts > 0 : restarts >= backoffLimit;
}

/** Returns the milliseconds until the deadline of a running Job; undefined without a deadline. */
export function remainingDeadline(job: Job, now: number): number | undefined {
  const { activeDeadlineSeconds } = job.spec ?? {};
  const { startTime } = job.status ?? {};
  if (activeDeadlineSeconds === undefined || startTime === undefined || isSuspended(job)) return undefined;
  return Date.parse(startTime) + Number(activeDeadlineSeconds) * 1000 - now;
}

function failureByIndexes({ job, indexes }: JobState): JobReport | undefined {
  if (!indexes?.failed) return undefined;
  const { completions = 0, maxFailedIndexes = Number.POSITIVE_INFINITY } = job.spec ?? {};
  const { size } = indexes.failed;
  if (size > maxFailedIndexes) return MAX_FAILED_INDEXES_EXCEEDED;
  return size > 0 && size + indexes.succeeded.size >= completions ? FAILED_INDEXES : undefined;
}

/** Reports whether a Job can complete, given the number of its active pods. */
export function isComplete({ job, succeeded }: JobState, active: number): boolean {
  const { completions } = job.spec ?? {};
  return active === 0 && (completions === undefined ? succeeded > 0 : succeeded >= completions);
}
