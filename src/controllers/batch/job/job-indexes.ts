import type { Job } from '../../../api/kinds/batch-v1.generated.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { CompletionIndexes } from './completion-indexes.ts';
import { finishedAt } from './job-backoff.ts';
import type { JobNames } from './job-names.ts';
import {
  completionIndexOf,
  failuresBefore,
  isLimitedPerIndex,
  isPodFailed,
  isPodSucceeded,
  isTracked,
  validIndexOf,
} from './job-pods.ts';
import { matchFailurePolicy } from './pod-failure-policy.ts';

/** The indexes of an Indexed Job. */
export interface JobIndexes {
  /** Succeeded indexes that the status has already counted. */
  readonly counted: CompletionIndexes;
  readonly succeeded: CompletionIndexes;
  /** Undefined without a backoff limit per index. */
  readonly failed: CompletionIndexes | undefined;
  /** The last failed pod of each index without a replacement. It keeps its finalizer, because it counts failures. */
  readonly toReplace: ReadonlyMap<number, Pod>;
}

interface Input {
  readonly job: Job;
  readonly pods: readonly Pod[];
  readonly names: JobNames;
}

/** Returns the indexes of a Job from its status and its pods. `countable` are pods that the status has not counted. */
export function indexesOf(input: Input, active: readonly Pod[], countable: readonly Pod[]): JobIndexes {
  const { job, pods, names } = input;
  const { completions = 0 } = job.spec ?? {};
  const select = (matches: (pod: Pod) => boolean): CompletionIndexes =>
    CompletionIndexes.of(
      pods.filter((pod) => isTracked(pod, names) && matches(pod)).flatMap((pod) => validIndexOf(pod, job, names) ?? []),
    );
  const counted = CompletionIndexes.parse(job.status?.completedIndexes ?? '', completions);
  const succeeded = counted.union(select(isPodSucceeded));
  if (!isLimitedPerIndex(job)) return { counted, succeeded, failed: undefined, toReplace: new Map() };
  const failed = CompletionIndexes.parse(job.status?.failedIndexes ?? '', completions).union(
    select((pod) => failsIndex(pod, job, names)),
  );
  const isOpen = (index: number): boolean => !succeeded.has(index) && !failed.has(index);
  return { counted, succeeded, failed, toReplace: podsToReplace(input, active, countable, isOpen) };
}

/** Reports whether the failure of a pod is the last one that its index is allowed. */
function failsIndex(pod: Pod, job: Job, names: JobNames): boolean {
  if (!isPodFailed(pod, job)) return false;
  const { action, isCounted } = matchFailurePolicy(job.spec?.podFailurePolicy, pod);
  if (action === 'FailIndex') return true;
  return isCounted && failuresBefore(pod, names).counted >= (job.spec?.backoffLimitPerIndex ?? 0);
}

function podsToReplace(
  { job, names }: Input,
  active: readonly Pod[],
  countable: readonly Pod[],
  isOpen: (index: number) => boolean,
): Map<number, Pod> {
  // An active pod records the failures of its index, so earlier failed pods are not needed.
  const running = new Set(active.map((pod) => completionIndexOf(pod, names)));
  const found = new Map<number, Pod>();
  for (const pod of countable) {
    const index = validIndexOf(pod, job, names);
    if (index === undefined || !isPodFailed(pod, job) || running.has(index) || !isOpen(index)) continue;
    const previous = found.get(index);
    if (!previous || isLater(pod, previous, names)) found.set(index, pod);
  }
  return found;
}

function isLater(pod: Pod, previous: Pod, names: JobNames): boolean {
  const failures = (one: Pod): number => {
    const { counted, ignored } = failuresBefore(one, names);
    return counted + ignored;
  };
  return failures(previous) <= failures(pod) && finishedAt(pod) >= finishedAt(previous);
}
