import { timeText } from '../../../api/environment.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { isEqualJson } from '../../../api/memory/equal-json.ts';
import { labelSelectorFromPairs } from '../../../api/selectors/label-selector.ts';
import { isDeepEqual } from '../deep-equal.ts';
import { isActive, isAvailable, isReady, readySince } from '../pods/pod-state.ts';
import { type ReplicaCondition, type ReplicaOwner, type ReplicaStatus, wantedReplicas } from './replica-owner.ts';

const FAILURE = 'ReplicaFailure';

/** Returns the status of an owner of active pods. `error` says why pods could not be created or deleted. */
export function replicaStatus(
  owner: ReplicaOwner,
  pods: readonly Pod[],
  now: number,
  error: string | undefined,
): ReplicaStatus {
  const { metadata, spec, status } = owner;
  const template = labelSelectorFromPairs(spec?.template?.metadata?.labels);
  const conditions = nextConditions(status?.conditions ?? [], wantedReplicas(owner) - pods.length, now, error);
  let [labeled, ready, available] = [0, 0, 0];
  for (const pod of pods) {
    if (template.matches(pod.metadata.labels)) labeled += 1;
    if (!isReady(pod)) continue;
    ready += 1;
    if (isAvailable(pod, spec?.minReadySeconds ?? 0, now)) available += 1;
  }
  return {
    replicas: pods.length,
    fullyLabeledReplicas: labeled || undefined,
    readyReplicas: ready || undefined,
    availableReplicas: available || undefined,
    observedGeneration: metadata.generation,
    conditions: conditions.length > 0 ? conditions : undefined,
  };
}

/** Reports whether an update of a pod may affect the actions or the status of its owner. */
export const affectsOwner = (pod: Pod, previous: Pod): boolean =>
  isActive(pod) !== isActive(previous) ||
  isReady(pod) !== isReady(previous) ||
  readySince(pod) !== readySince(previous) ||
  !isDeepEqual(pod.metadata.labels, previous.metadata.labels) ||
  !isDeepEqual(pod.metadata.ownerReferences, previous.metadata.ownerReferences);

/** Returns the next conditions. A failure keeps its first reason and message until it ends. */
function nextConditions(
  live: readonly ReplicaCondition[],
  missing: number,
  now: number,
  error: string | undefined,
): ReplicaCondition[] {
  if (error === undefined) return live.filter(({ type }) => type !== FAILURE);
  if (live.some(({ type }) => type === FAILURE)) return [...live];
  const reason = missing > 0 ? 'FailedCreate' : missing < 0 ? 'FailedDelete' : undefined;
  const condition: ReplicaCondition = {
    type: FAILURE,
    status: 'True',
    lastTransitionTime: timeText(now),
    reason,
    message: error,
  };
  return [...live, condition];
}

/** Reports whether a status differs from the stored one. */
export function isStatusChanged({ status }: ReplicaOwner, next: ReplicaStatus): boolean {
  if (!status) return true;
  const counts = [
    'replicas',
    'fullyLabeledReplicas',
    'readyReplicas',
    'availableReplicas',
    'observedGeneration',
  ] as const;
  if (counts.some((name) => (status[name] ?? 0) !== (next[name] ?? 0))) return true;
  return !isEqualJson(status.conditions ?? [], next.conditions ?? []);
}
