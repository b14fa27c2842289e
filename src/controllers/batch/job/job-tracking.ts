import type { JobStatus } from '../../../api/kinds/batch-v1.generated.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { CompletionIndexes } from './completion-indexes.ts';
import type { JobReport } from './job-conditions.ts';
import { completionIndexOf, isIndexed, isPodFailed, isTracked, validIndexOf } from './job-pods.ts';
import type { JobState } from './job-state.ts';
import { matchFailurePolicy } from './pod-failure-policy.ts';

/** Maximum number of pods that one step lists in a status, which limits the size of the status. */
const MAXIMUM_UNCOUNTED = 500;

/** How the finished pods of a Job are counted. */
export interface Tracking {
  /** The status that lists the pods, which must be stored before their finalizers are removed. */
  readonly status: JobStatus;
  /** The pods whose finalizers are removed afterwards. */
  readonly release: readonly Pod[];
  /** Whether every finished pod is listed, so that the Job can finish. */
  readonly isComplete: boolean;
}

/** Lists finished pods in the status. With `finish`, lists all pods, and unfinished ones count as failed. */
export function trackPods(state: JobState, finish: JobReport | undefined): Tracking {
  const { job, names, isReleased, indexes } = state;
  const status = countReleased(job.status ?? {}, state);
  const succeeded = [...(status.uncountedTerminatedPods?.succeeded ?? [])];
  const failed = [...(status.uncountedTerminatedPods?.failed ?? [])];
  const newIndexes: number[] = [];
  const release: Pod[] = [];
  let isEverythingListed = true;
  for (const pod of inIndexOrder(state)) {
    if (!isTracked(pod, names) || isReleased(pod) || !mayRelease(pod, state, finish)) continue;
    release.push(pod);
    const uid = pod.metadata.uid ?? '';
    const index = validIndexOf(pod, job, names);
    const hasSucceeded = pod.status?.phase === 'Succeeded' && !state.uncounted.failed.has(uid);
    if (hasSucceeded && indexes) {
      if (index !== undefined && !indexes.counted.has(index)) newIndexes.push(index);
    } else if (hasSucceeded) {
      if (!state.uncounted.succeeded.has(uid)) succeeded.push(uid);
    } else if (countsAsFailed(pod, state, finish) && !(indexes && index === undefined)) {
      failed.push(uid);
    }
    if (newIndexes.length + succeeded.length + failed.length >= MAXIMUM_UNCOUNTED) {
      isEverythingListed = false;
      break;
    }
  }
  const listed = { ...status, uncountedTerminatedPods: uncountedPods(succeeded, failed) };
  return {
    status: indexes ? { ...listed, ...indexCounters(state, newIndexes) } : listed,
    release,
    isComplete: isEverythingListed,
  };
}

/** Moves the listed pods without a finalizer into the counters. */
export function countReleased(
  status: JobStatus,
  { pods, names, isReleased }: Pick<JobState, 'pods' | 'names' | 'isReleased'>,
  released: ReadonlySet<string> = new Set(),
): JobStatus {
  const held = new Set<string>();
  for (const pod of pods) {
    const { uid = '' } = pod.metadata;
    if (isTracked(pod, names) && !isReleased(pod) && !released.has(uid)) held.add(uid);
  }
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  const stillSucceeded = succeeded.filter((uid) => held.has(uid));
  const stillFailed = failed.filter((uid) => held.has(uid));
  return {
    ...status,
    ...counter('succeeded', status.succeeded, succeeded.length - stillSucceeded.length),
    ...counter('failed', status.failed, failed.length - stillFailed.length),
    uncountedTerminatedPods: uncountedPods(stillSucceeded, stillFailed),
  };
}

/** Reports whether a status lists uncounted pods. */
export const hasUncounted = ({ uncountedTerminatedPods }: JobStatus): boolean =>
  (uncountedTerminatedPods?.succeeded?.length ?? 0) + (uncountedTerminatedPods?.failed?.length ?? 0) > 0;

/** Omits a counter of zero, as the API does. */
export const counter = <K extends 'active' | 'succeeded' | 'failed'>(
  name: K,
  before: number | undefined,
  more: number,
): Partial<Record<K, number | undefined>> => ({ [name]: (before ?? 0) + more || undefined }) as Record<K, undefined>;

const uncountedPods = (succeeded: string[], failed: string[]): JobStatus['uncountedTerminatedPods'] => ({
  ...(succeeded.length > 0 ? { succeeded } : {}),
  ...(failed.length > 0 ? { failed } : {}),
});

/** Sorts pods by index, because completed indexes are listed in ascending order. */
function inIndexOrder({ job, pods, names }: JobState): readonly Pod[] {
  if (!isIndexed(job)) return pods;
  const position = (pod: Pod): number => completionIndexOf(pod, names) ?? -1;
  return [...pods].sort((a, b) => position(a) - position(b));
}

function mayRelease(pod: Pod, { job, indexes, names }: JobState, finish: JobReport | undefined): boolean {
  if (job.metadata.deletionTimestamp || finish || pod.status?.phase === 'Succeeded') return true;
  if (!isPodFailed(pod, job)) return false;
  const index = completionIndexOf(pod, names);
  return index === undefined || indexes?.toReplace.get(index)?.metadata.uid !== pod.metadata.uid;
}

function countsAsFailed(pod: Pod, { job, uncounted }: JobState, finish: JobReport | undefined): boolean {
  if (!isPodFailed(pod, job) && !finish) return false;
  return !uncounted.failed.has(pod.metadata.uid ?? '') && matchFailurePolicy(job.spec?.podFailurePolicy, pod).isCounted;
}

function indexCounters({ indexes }: JobState, newIndexes: readonly number[]): Partial<JobStatus> {
  if (!indexes) return {};
  const succeeded = indexes.succeeded.union(CompletionIndexes.of(newIndexes));
  return {
    succeeded: succeeded.size || undefined,
    completedIndexes: succeeded.toString() || undefined,
    ...(indexes.failed ? { failedIndexes: indexes.failed.toString() } : {}),
  };
}
