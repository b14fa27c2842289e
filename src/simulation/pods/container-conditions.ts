import { timeText } from '../../api/environment.ts';
import type { ContainerStatus, Pod, PodCondition, PodStatus } from '../../api/kinds/core-v1.generated.ts';
import { conditionOf } from '../../client/objects/condition-of.ts';

type Value = Pick<PodCondition, 'status' | 'reason' | 'message'>;

const TRUE: Value = { status: 'True' };
const COMPLETED: Value = { status: 'True', reason: 'PodCompleted' };
const NOT_READY_COMPLETED: Value = { status: 'False', reason: 'PodCompleted' };
const NOT_READY_FAILED: Value = { status: 'False', reason: 'PodFailed' };

export const hasSucceeded = ({ state }: ContainerStatus): boolean => state?.terminated?.exitCode === 0;

/** Returns the conditions that follow from the containers' statuses; only changed ones. */
export function containerConditions(pod: Pod, status: PodStatus, now: number): PodCondition[] {
  const phase = status.phase ?? pod.status?.phase;
  const readiness = readinessOf(phase, status.containerStatuses ?? pod.status?.containerStatuses);
  const changed: PodCondition[] = [];
  const set = (type: string, value: Value): void => {
    const known = conditionOf(pod.status?.conditions, type);
    const isSameStatus = known?.status === value.status;
    if (isSameStatus && known.reason === value.reason && known.message === value.message) return;
    const lastTransitionTime = isSameStatus ? known.lastTransitionTime : timeText(now);
    changed.push({ type, status: value.status, reason: value.reason, message: value.message, lastTransitionTime });
  };
  set('Initialized', initializationOf(phase, status.initContainerStatuses ?? pod.status?.initContainerStatuses));
  set('Ready', gatedReadiness(pod, readiness));
  set('ContainersReady', readiness);
  set('PodScheduled', TRUE);
  return changed;
}

function initializationOf(phase: string | undefined, statuses: readonly ContainerStatus[] = []): Value {
  if (phase === 'Succeeded') return COMPLETED;
  const incomplete = statuses.filter((status) => !hasSucceeded(status));
  if (incomplete.length === 0) return TRUE;
  return { status: 'False', reason: 'ContainersNotInitialized', message: messageOf('incomplete', incomplete) };
}

function readinessOf(phase: string | undefined, statuses: readonly ContainerStatus[] = []): Value {
  if (phase === 'Succeeded') return NOT_READY_COMPLETED;
  if (phase === 'Failed') return NOT_READY_FAILED;
  const unready = statuses.filter(({ ready }) => !ready);
  if (unready.length === 0) return TRUE;
  return { status: 'False', reason: 'ContainersNotReady', message: messageOf('unready', unready) };
}

/** Returns the readiness of a pod from that of its containers and its readiness gates, whose conditions others set. */
function gatedReadiness({ spec, status }: Pod, readiness: Value): Value {
  if (readiness.status !== 'True' || !spec?.readinessGates) return readiness;
  const problems = spec.readinessGates.flatMap(({ conditionType }) => {
    const condition = conditionOf(status?.conditions, conditionType);
    if (!condition) return [`corresponding condition of pod readiness gate "${conditionType}" does not exist.`];
    if (condition.status === 'True') return [];
    return [`the status of pod readiness gate "${conditionType}" is not "True", but ${condition.status}`];
  });
  if (problems.length === 0) return readiness;
  return { status: 'False', reason: 'ReadinessGatesNotReady', message: problems.join(', ') };
}

const messageOf = (what: string, statuses: readonly ContainerStatus[]): string =>
  `containers with ${what} status: [${statuses.map(({ name }) => name).join(' ')}]`;
