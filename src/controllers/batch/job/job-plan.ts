import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { CompletionIndexes } from './completion-indexes.ts';
import { finishedAt, remainingBackoff } from './job-backoff.ts';
import {
  completionIndexOf,
  failuresAfter,
  isLimitedPerIndex,
  isSuspended,
  replacesOnlyFailedPods,
} from './job-pods.ts';
import { compareForRemoval } from './job-removal-order.ts';
import type { JobState } from './job-state.ts';

/** Maximum number of pods that one step creates or deletes. */
const MAXIMUM_PODS = 500;

/** The changes to the pods of a Job that continues. */
export interface JobPlan {
  /** Active pods to remove without counting them. */
  readonly remove: readonly Pod[];
  readonly create: number;
  /** The indexes of the pods to create; undefined for Jobs without indexes. */
  readonly indexes?: readonly number[];
  /** Milliseconds until a failed pod may be replaced. */
  readonly backoff?: number;
}

const NOTHING: JobPlan = { remove: [], create: 0 };

/** Decides which pods to create or remove. A step does one of the two, and prefers removing. */
export function planJob(state: JobState): JobPlan {
  const { job, active, terminating } = state;
  if (isSuspended(job)) return { remove: [...active], create: 0 };
  const wanted = wantedPods(state);
  const remove = podsToRemove(state, Math.max(0, active.length - wanted)).slice(0, MAXIMUM_PODS);
  if (remove.length > 0) return { remove, create: 0 };
  const missing = wanted - active.length - (replacesOnlyFailedPods(job) ? terminating : 0);
  return missing > 0 ? planCreation(state, missing) : NOTHING;
}

/** Returns how many pods should be active. After a success, a Job without completions starts no more pods. */
function wantedPods({ job, active, succeeded }: JobState): number {
  const { parallelism = 1, completions } = job.spec ?? {};
  if (completions === undefined) return succeeded > 0 ? active.length : parallelism;
  return Math.max(0, Math.min(completions - succeeded, parallelism));
}

function planCreation(state: JobState, missing: number): JobPlan {
  const { job, now, failures, indexes, active, names } = state;
  const { completions = 0 } = job.spec ?? {};
  const backoff = isLimitedPerIndex(job) ? 0 : remainingBackoff(failures, now);
  if (backoff > 0) return { ...NOTHING, backoff };
  const count = Math.min(missing, MAXIMUM_PODS);
  if (!indexes) return { remove: [], create: count };
  const running = CompletionIndexes.of(active.flatMap((pod) => completionIndexOf(pod, names) ?? []));
  const taken = indexes.succeeded.union(running);
  const candidates = (indexes.failed ? taken.union(indexes.failed) : taken).firstMissing(count, completions);
  return isLimitedPerIndex(job) ? withoutWaiting(state, candidates) : createIndexes(candidates);
}

const createIndexes = (indexes: readonly number[]): JobPlan => ({ remove: [], create: indexes.length, indexes });

/** Removes the indexes whose backoff has not ended. When all are in backoff, the plan is to wait for the first. */
function withoutWaiting(state: JobState, candidates: readonly number[]): JobPlan {
  const waits = candidates.map((index) => ({ index, wait: indexBackoff(state, index) }));
  const due = waits.filter(({ wait }) => wait === 0).map(({ index }) => index);
  if (due.length > 0 || waits.length === 0) return createIndexes(due);
  return { ...NOTHING, backoff: Math.min(...waits.map(({ wait }) => wait)) };
}

function indexBackoff({ indexes, job, names, now }: JobState, index: number): number {
  const failed = indexes?.toReplace.get(index);
  if (!failed) return 0;
  const { counted, ignored } = failuresAfter(failed, job, names);
  return remainingBackoff({ failures: counted + ignored, lastFailure: finishedAt(failed) }, now);
}

/** Returns at least `count` active pods, starting with those with an invalid or duplicate index. */
function podsToRemove({ indexes, active, job, names }: JobState, count: number): Pod[] {
  if (!indexes) return [...active].sort(compareForRemoval).slice(0, count);
  const { completions = 0 } = job.spec ?? {};
  const kept = new Map<number, Pod>();
  const remove: Pod[] = [];
  for (const pod of [...active].sort(compareForRemoval).reverse()) {
    const index = completionIndexOf(pod, names);
    if (index === undefined || index >= completions || kept.has(index)) remove.push(pod);
    else kept.set(index, pod);
  }
  const rest = [...kept.values()].reverse();
  return [...remove, ...rest.slice(0, Math.max(0, count - remove.length))];
}
