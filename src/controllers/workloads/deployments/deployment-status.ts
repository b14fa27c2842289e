import type {
  Deployment,
  DeploymentCondition,
  DeploymentStatus,
  ReplicaSet,
} from '../../../api/kinds/apps-v1.generated.ts';
import { conditionOf } from '../../../client/objects/condition-of.ts';
import {
  AVAILABLE,
  conditionNow,
  FAILURE,
  PROGRESS,
  PROGRESSING,
  progressDeadline,
  replicaFailure,
  withCondition,
  withoutCondition,
} from './deployment-conditions.ts';
import {
  maxUnavailable,
  replicasOf,
  totalActual,
  totalAvailable,
  totalReady,
  totalReplicas,
} from './deployment-sizes.ts';

/** The input of a deployment's status. */
export interface StatusInput {
  readonly deployment: Deployment;
  readonly newSet: ReplicaSet | undefined;
  /** All replica sets of the deployment, including the new one. */
  readonly sets: readonly ReplicaSet[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Returns the status with its counts and the condition Available. */
export function countedStatus({ deployment, newSet, sets, now }: StatusInput): DeploymentStatus {
  const { metadata, status } = deployment;
  const available = totalAvailable(sets);
  const isAvailable = available >= replicasOf(deployment) - maxUnavailable(deployment);
  const condition = isAvailable
    ? conditionNow(AVAILABLE, 'True', 'MinimumReplicasAvailable', 'Deployment has minimum availability.', now)
    : conditionNow(
        AVAILABLE,
        'False',
        'MinimumReplicasUnavailable',
        'Deployment does not have minimum availability.',
        now,
      );
  return {
    observedGeneration: metadata.generation,
    replicas: totalActual(sets) || undefined,
    updatedReplicas: totalActual(newSet ? [newSet] : []) || undefined,
    readyReplicas: totalReady(sets) || undefined,
    availableReplicas: available || undefined,
    unavailableReplicas: Math.max(0, totalReplicas(sets) - available) || undefined,
    conditions: withCondition(status?.conditions ?? [], condition),
    collisionCount: status?.collisionCount,
  };
}

/** Returns the status during a rollout, with its progress and the failure of a replica set. */
export function rolloutStatus(input: StatusInput): DeploymentStatus {
  const { deployment, newSet, sets } = input;
  const counted = countedStatus(input);
  const conditions = counted.conditions ?? [];
  const progressing = hasDeadline(deployment)
    ? withProgress(input, counted, conditions)
    : withoutCondition(conditions, PROGRESSING);
  const failure = replicaFailure(newSet, sets);
  return {
    ...counted,
    conditions: failure ? withCondition(progressing, failure) : withoutCondition(progressing, FAILURE),
  };
}

const hasDeadline = (deployment: Deployment): boolean => progressDeadline(deployment) !== undefined;

function withProgress(
  input: StatusInput,
  status: DeploymentStatus,
  conditions: readonly DeploymentCondition[],
): DeploymentCondition[] {
  const { deployment, newSet, now } = input;
  const live = conditionOf(deployment.status?.conditions, PROGRESSING);
  const subject = newSet ? `ReplicaSet "${newSet.metadata.name}"` : `Deployment "${deployment.metadata.name}"`;
  const isSettled = (status.replicas ?? 0) === (status.updatedReplicas ?? 0) && live?.reason === PROGRESS.complete;
  if (isSettled) return [...conditions];
  if (isComplete(deployment, status)) {
    const message = `${subject} has successfully progressed.`;
    return withCondition(conditions, conditionNow(PROGRESSING, 'True', PROGRESS.complete, message, now));
  }
  if (hasProgressed(deployment, status)) {
    const condition = conditionNow(PROGRESSING, 'True', PROGRESS.updated, `${subject} is progressing.`, now);
    const lastTransitionTime = live?.status === 'True' ? live.lastTransitionTime : condition.lastTransitionTime;
    // Progress counts as an update even if the reason is unchanged.
    return [...withoutCondition(conditions, PROGRESSING), { ...condition, lastTransitionTime }];
  }
  if (!hasTimedOut(deployment, conditions, now)) return [...conditions];
  const message = `${subject} has timed out progressing.`;
  return withCondition(conditions, conditionNow(PROGRESSING, 'False', PROGRESS.timedOut, message, now));
}

/** Reports whether all desired pods have the new template and are available, and no others exist. */
export function isComplete(deployment: Deployment, status: DeploymentStatus): boolean {
  const { updatedReplicas = 0, replicas = 0, availableReplicas = 0, observedGeneration = 0 } = status;
  const counts = [updatedReplicas, replicas, availableReplicas];
  return (
    counts.every((count) => count === replicasOf(deployment)) &&
    observedGeneration >= (deployment.metadata.generation ?? 0)
  );
}

function hasProgressed({ status: before = {} }: Deployment, after: DeploymentStatus): boolean {
  const old = ({ replicas = 0, updatedReplicas = 0 }: DeploymentStatus): number => replicas - updatedReplicas;
  return (
    (after.updatedReplicas ?? 0) > (before.updatedReplicas ?? 0) ||
    old(after) < old(before) ||
    (after.readyReplicas ?? 0) > (before.readyReplicas ?? 0) ||
    (after.availableReplicas ?? 0) > (before.availableReplicas ?? 0)
  );
}

function hasTimedOut(deployment: Deployment, conditions: readonly DeploymentCondition[], now: number): boolean {
  const condition = conditionOf(conditions, PROGRESSING);
  if (!condition || condition.reason === PROGRESS.complete) return false;
  return condition.reason === PROGRESS.timedOut || deadlineOf(deployment, condition) < now;
}

const deadlineOf = (deployment: Deployment, { lastUpdateTime }: DeploymentCondition): number =>
  Date.parse(lastUpdateTime ?? '') + (progressDeadline(deployment) ?? Number.POSITIVE_INFINITY);

/** Returns the milliseconds after which an unchanged rollout must be checked for its deadline; undefined for never. */
export function nextProgressCheck(deployment: Deployment, status: DeploymentStatus, now: number): number | undefined {
  const condition = conditionOf(status.conditions, PROGRESSING);
  if (!hasDeadline(deployment) || !condition || isComplete(deployment, status)) return undefined;
  if (condition.reason === PROGRESS.timedOut || condition.reason === PROGRESS.complete) return undefined;
  const rest = deadlineOf(deployment, condition) - now;
  return rest < 0 ? undefined : rest + 1;
}
