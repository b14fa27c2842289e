import { timeText } from '../../../api/environment.ts';
import type { Deployment, DeploymentCondition, ReplicaSet } from '../../../api/kinds/apps-v1.generated.ts';
import { conditionOf } from '../../../client/objects/condition-of.ts';

export const PROGRESSING = 'Progressing';
export const AVAILABLE = 'Available';
export const FAILURE = 'ReplicaFailure';

/** Reasons of the condition Progressing. */
export const PROGRESS = {
  created: 'NewReplicaSetCreated',
  found: 'FoundNewReplicaSet',
  updated: 'ReplicaSetUpdated',
  complete: 'NewReplicaSetAvailable',
  createFailed: 'ReplicaSetCreateError',
  timedOut: 'ProgressDeadlineExceeded',
  paused: 'DeploymentPaused',
  resumed: 'DeploymentResumed',
} as const;

const NO_DEADLINE = 2 ** 31 - 1;

/** Returns the milliseconds within which a rollout must make progress; undefined without a deadline. */
export function progressDeadline({ spec }: Deployment): number | undefined {
  const seconds = spec?.progressDeadlineSeconds ?? NO_DEADLINE;
  return seconds === NO_DEADLINE ? undefined : seconds * 1000;
}

type Conditions = readonly DeploymentCondition[];

/** Returns a condition with the current time. */
export function conditionNow(
  type: string,
  status: 'True' | 'False' | 'Unknown',
  reason: string,
  message: string,
  now: number,
): DeploymentCondition {
  const time = timeText(now);
  return { type, status, lastUpdateTime: time, lastTransitionTime: time, reason, message };
}

export const withoutCondition = (conditions: Conditions, type: string): DeploymentCondition[] =>
  conditions.filter((condition) => condition.type !== type);

/** Sets a condition as the last one. A condition with the same status and reason stays unchanged. */
export function withCondition(conditions: Conditions, condition: DeploymentCondition): DeploymentCondition[] {
  const live = conditionOf(conditions, condition.type);
  if (live?.status === condition.status && live.reason === condition.reason) return [...conditions];
  const lastTransitionTime = live?.status === condition.status ? live.lastTransitionTime : condition.lastTransitionTime;
  return [...withoutCondition(conditions, condition.type), { ...condition, lastTransitionTime }];
}

/** Returns the condition for pausing or resuming a deployment; undefined when it is already set. */
export function pauseCondition({ spec, status }: Deployment, now: number): DeploymentCondition | undefined {
  const reason = conditionOf(status?.conditions, PROGRESSING)?.reason;
  // A rollout that has failed keeps its condition.
  if (reason === PROGRESS.timedOut) return undefined;
  if (spec?.paused && reason !== PROGRESS.paused)
    return conditionNow(PROGRESSING, 'Unknown', PROGRESS.paused, 'Deployment is paused', now);
  if (!spec?.paused && reason === PROGRESS.paused)
    return conditionNow(PROGRESSING, 'Unknown', PROGRESS.resumed, 'Deployment is resumed', now);
  return undefined;
}

/** Returns the failure that replica sets report, preferring the new one's. */
export function replicaFailure(newSet: ReplicaSet | undefined, sets: readonly ReplicaSet[]) {
  const conditions = [...(newSet ? [newSet] : []), ...sets].flatMap(({ status }) => status?.conditions ?? []);
  const failure = conditionOf(conditions, FAILURE);
  return failure && { ...failure, lastUpdateTime: failure.lastTransitionTime };
}
