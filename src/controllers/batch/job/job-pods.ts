import type { Job } from '../../../api/kinds/batch-v1.generated.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { hasEnded } from '../../../api/scheduling/has-ended.ts';
import type { JobNames } from './job-names.ts';
import { matchFailurePolicy } from './pod-failure-policy.ts';

export const isIndexed = ({ spec }: Job): boolean => spec?.completionMode === 'Indexed';

export const isSuspended = ({ spec }: Job): boolean => spec?.suspend === true;

export const isLimitedPerIndex = ({ spec }: Job): boolean => spec?.backoffLimitPerIndex !== undefined;

/** Reports whether pods that are being deleted are replaced only after they have failed. */
export const replacesOnlyFailedPods = ({ spec }: Job): boolean =>
  spec?.podReplacementPolicy === 'Failed' || spec?.podFailurePolicy !== undefined;

/** Reports whether a Job has a true condition Complete or Failed. */
export const isJobFinished = ({ status }: Job): boolean => finishedCondition({ status }) !== undefined;

export const finishedCondition = ({ status }: Pick<Job, 'status'>) =>
  status?.conditions?.find(({ type, status: value }) => (type === 'Complete' || type === 'Failed') && value === 'True');

/** Reports whether a pod counts as failed. A pod that is being deleted does, unless only failed pods are replaced. */
export function isPodFailed({ metadata, status }: Pod, job: Job): boolean {
  if (status?.phase === 'Failed') return true;
  return !replacesOnlyFailedPods(job) && metadata.deletionTimestamp !== undefined && status?.phase !== 'Succeeded';
}

export const isPodSucceeded = ({ status }: Pod): boolean => status?.phase === 'Succeeded';

/** Reports whether a pod is being deleted and has not ended. */
export const isTerminating = (pod: Pod): boolean => pod.metadata.deletionTimestamp !== undefined && !hasEnded(pod);

/** Reports whether a pod has not been counted, according to its finalizers. */
export const isTracked = ({ metadata }: Pod, { trackingFinalizer }: JobNames): boolean =>
  metadata.finalizers?.includes(trackingFinalizer) ?? false;

/** Returns the index of a pod; undefined when it has none. */
export function completionIndexOf({ metadata }: Pod, { completionIndex }: JobNames): number | undefined {
  const text = metadata.annotations?.[completionIndex] ?? '';
  return /^[+-]?\d+$/.test(text) && Number(text) >= 0 ? Number(text) : undefined;
}

/** Returns the index of a pod; undefined when it has none or one outside the Job's range. */
export function validIndexOf(pod: Pod, { spec }: Job, names: JobNames): number | undefined {
  const index = completionIndexOf(pod, names);
  return index !== undefined && index < (spec?.completions ?? 0) ? index : undefined;
}

/** The number of failures of an index before one of its pods. */
export interface IndexFailures {
  readonly counted: number;
  readonly ignored: number;
}

/** Reads how often the pod's index had failed when the pod was created. */
export function failuresBefore({ metadata }: Pod, names: JobNames): IndexFailures {
  const read = (key: string): number => {
    const text = metadata.annotations?.[key] ?? '';
    return /^\d+$/.test(text) ? Number(text) : 0;
  };
  return { counted: read(names.indexFailureCount), ignored: read(names.indexIgnoredFailureCount) };
}

/** Returns how often an index has failed, including the failure of its last pod. */
export function failuresAfter(failed: Pod | undefined, { spec }: Job, names: JobNames): IndexFailures {
  if (!failed) return { counted: 0, ignored: 0 };
  const { counted, ignored } = failuresBefore(failed, names);
  const { isCounted } = matchFailurePolicy(spec?.podFailurePolicy, failed);
  return isCounted ? { counted: counted + 1, ignored } : { counted, ignored: ignored + 1 };
}
