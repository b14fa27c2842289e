import type { StatefulSet, StatefulSetStatus } from '../../../api/kinds/apps-v1.generated.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { hasEnded } from '../../../api/scheduling/has-ended.ts';
import { revisionOf } from '../history/controller-revisions.ts';
import { isAvailable, isReady } from '../pods/pod-state.ts';
import { isInRange, ordinalOf, replicasOf, startOrdinal } from './statefulset-pods.ts';

/** A step for one of the desired pods. */
export type ReplicaStep =
  | { readonly kind: 'create'; readonly ordinal: number; readonly revision: 'current' | 'update' }
  /** Deletes a finished pod, which is then replaced. */
  | { readonly kind: 'remove'; readonly pod: Pod }
  /** Creates missing claims of a pending pod that blocks the others. */
  | { readonly kind: 'create claims'; readonly pod: Pod; readonly ordinal: number }
  /** Corrects the labels, volumes and claims of a pod. Creates missing claims of a pending pod first. */
  | { readonly kind: 'correct'; readonly pod: Pod; readonly ordinal: number };

export interface StatefulSetPlan {
  readonly steps: readonly ReplicaStep[];
  /** Excess pods, highest ordinal first, whose claims must follow the retention policy. */
  readonly condemned: readonly Pod[];
  /** Excess pods to delete. */
  readonly deletions: readonly Pod[];
  /** A pod to delete because it lacks the update revision. */
  readonly outdated: Pod | undefined;
  readonly status: StatefulSetStatus;
}

export interface PlanInput {
  readonly set: StatefulSet;
  readonly pods: readonly Pod[];
  /** Names of revisions. */
  readonly currentRevision: string;
  readonly updateRevision: string;
  readonly collisionCount: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export const isOrdered = ({ spec }: StatefulSet): boolean => spec?.podManagementPolicy !== 'Parallel';

export const isPending = ({ status }: Pod): boolean => status?.phase === 'Pending';
const isTerminating = ({ metadata }: Pod): boolean => metadata.deletionTimestamp !== undefined;
const isRunningAndReady = (pod: Pod): boolean => pod.status?.phase === 'Running' && isReady(pod);
const isHealthy = (pod: Pod | undefined): boolean => pod !== undefined && isRunningAndReady(pod) && !isTerminating(pod);

/** Decides the next steps for the pods of a stateful set, and the status before them. */
export function planStatefulSet(input: PlanInput): StatefulSetPlan {
  const { set, pods } = input;
  const { wanted, condemned } = partition(set, pods);
  const status = statusOf(
    input,
    [...wanted, ...condemned].filter((pod) => pod !== undefined),
  );
  const nothing = { steps: [], condemned: [], deletions: [], outdated: undefined };
  if (set.metadata.deletionTimestamp) return { ...nothing, status };
  const { steps, isBlocked } = replicaSteps(input, wanted);
  if (isBlocked) return { ...nothing, steps, status };
  const firstUnhealthy = wanted.find((pod) => !isHealthy(pod)) ?? condemned.toReversed().find((pod) => !isHealthy(pod));
  const deletions = condemnedDeletions(input, condemned, firstUnhealthy);
  // Scaling precedes updates.
  const mayUpdate = !isOrdered(set) || condemned.length === 0;
  const outdated = mayUpdate ? outdatedPod(input, wanted) : undefined;
  const isCurrent = outdated !== undefined && revisionOf(outdated) === input.currentRevision;
  const currentReplicas = (status.currentReplicas ?? 0) - (isCurrent ? 1 : 0);
  return { steps, condemned, deletions, outdated, status: { ...status, currentReplicas } };
}

/** Maximum number of missing pods that one sync considers. */
const MOST_CREATED = 500;

/** Separates the desired pods by ordinal from the others, in descending order. */
function partition(set: StatefulSet, pods: readonly Pod[]) {
  // Later syncs continue where this one ends, because billions of replicas would exceed the memory.
  const length = Math.min(replicasOf(set), pods.length + MOST_CREATED);
  const wanted: (Pod | undefined)[] = Array.from({ length }, () => undefined);
  const condemned: { pod: Pod; ordinal: number }[] = [];
  for (const pod of pods) {
    const ordinal = ordinalOf(pod, set);
    if (ordinal === undefined) continue;
    const index = ordinal - startOrdinal(set);
    if (index >= 0 && index < length) wanted[index] = pod;
    else if (!isInRange(ordinal, set)) condemned.push({ pod, ordinal });
  }
  return { wanted, condemned: condemned.sort((a, b) => b.ordinal - a.ordinal).map(({ pod }) => pod) };
}

/** Returns the steps for desired pods. An ordered set stops at the first unavailable pod. */
function replicaSteps({ set, now }: PlanInput, wanted: readonly (Pod | undefined)[]) {
  const steps: ReplicaStep[] = [];
  const ordered = isOrdered(set);
  const minReadySeconds = set.spec?.minReadySeconds ?? 0;
  for (const [index, pod] of wanted.entries()) {
    const ordinal = startOrdinal(set) + index;
    if (!pod) steps.push({ kind: 'create', ordinal, revision: revisionFor(set, index) });
    else if (hasEnded(pod)) steps.push(...(isTerminating(pod) ? [] : [{ kind: 'remove' as const, pod }]));
    else if (ordered && isPending(pod)) steps.push({ kind: 'create claims', pod, ordinal });
    const isDone = pod && isHealthy(pod) && isAvailable(pod, minReadySeconds, now);
    if (ordered && !isDone) return { steps, isBlocked: true };
    if (pod && !hasEnded(pod)) steps.push({ kind: 'correct', pod, ordinal });
  }
  return { steps, isBlocked: false };
}

/**
 * Returns the revision of an index. Pods below the partition, and pods that a rolling update has not reached, keep the
 * current one.
 */
function revisionFor({ spec, status }: StatefulSet, index: number): 'current' | 'update' {
  const { type, rollingUpdate } = spec?.updateStrategy ?? {};
  const limit = rollingUpdate
    ? (rollingUpdate.partition ?? 0)
    : type === 'RollingUpdate'
      ? (status?.currentReplicas ?? 0)
      : 0;
  return index < limit ? 'current' : 'update';
}

function condemnedDeletions(
  { set, now }: PlanInput,
  condemned: readonly Pod[],
  firstUnhealthy: Pod | undefined,
): Pod[] {
  if (!isOrdered(set)) return condemned.filter((pod) => !isTerminating(pod));
  const [pod] = condemned;
  if (!pod || isTerminating(pod)) return [];
  const isSettled = isRunningAndReady(pod) && isAvailable(pod, set.spec?.minReadySeconds ?? 0, now);
  return isSettled || pod === firstUnhealthy ? [pod] : [];
}

/** Returns the pod that a rolling update replaces next: the highest outdated one if all pods above it are healthy. */
function outdatedPod({ set, updateRevision }: PlanInput, wanted: readonly (Pod | undefined)[]): Pod | undefined {
  const { type, rollingUpdate } = set.spec?.updateStrategy ?? {};
  if (type === 'OnDelete') return undefined;
  for (let index = wanted.length - 1; index >= (rollingUpdate?.partition ?? 0); index--) {
    const pod = wanted[index];
    if (pod && revisionOf(pod) !== updateRevision && !isTerminating(pod) && !hasEnded(pod)) return pod;
    if (!isHealthy(pod)) return undefined;
  }
  return undefined;
}

function statusOf(input: PlanInput, pods: readonly Pod[]): StatefulSetStatus {
  const { set, currentRevision, updateRevision, collisionCount, now } = input;
  const count = (matches: (pod: Pod) => boolean) => pods.filter(matches).length;
  const minReadySeconds = set.spec?.minReadySeconds ?? 0;
  const ofRevision = (revision: string) => count((pod) => !isTerminating(pod) && revisionOf(pod) === revision);
  return {
    observedGeneration: set.metadata.generation,
    replicas: pods.length,
    readyReplicas: count(isRunningAndReady),
    currentReplicas: ofRevision(currentRevision),
    updatedReplicas: ofRevision(updateRevision),
    currentRevision,
    updateRevision,
    collisionCount,
    availableReplicas: count((pod) => isRunningAndReady(pod) && isAvailable(pod, minReadySeconds, now)),
  };
}

/** Returns the status to store. When all pods have the update revision, it becomes the current one. */
export function completedStatus({ spec }: StatefulSet, status: StatefulSetStatus): StatefulSetStatus {
  const { updatedReplicas, readyReplicas, replicas, updateRevision } = status;
  const isUpdated = updatedReplicas === replicas && readyReplicas === replicas;
  if (spec?.updateStrategy?.type !== 'RollingUpdate' || !isUpdated) return status;
  return { ...status, currentReplicas: updatedReplicas, currentRevision: updateRevision };
}

const COUNTS = ['replicas', 'readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'] as const;

/** Reports whether a status differs from the stored one. */
export function isStatusChanged({ status: live }: StatefulSet, next: StatefulSetStatus): boolean {
  if (!live || (next.observedGeneration ?? 0) > (live.observedGeneration ?? 0)) return true;
  if (live.currentRevision !== next.currentRevision || live.updateRevision !== next.updateRevision) return true;
  return COUNTS.some((name) => (live[name] ?? 0) !== (next[name] ?? 0));
}
