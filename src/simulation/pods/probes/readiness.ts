import type { ContainerStatus, Pod, PodCondition } from '../../../api/kinds/core-v1.generated.ts';
import { behaviorOf } from '../container-behavior.ts';
import { containerConditions } from '../container-conditions.ts';
import { remaining } from '../timing/remaining.ts';
import type { KubeletFacts, Transition } from '../transition.ts';

/** Reports whether a container runs whose probes have not succeeded yet, and will. */
function isStarting(pod: Pod, { name, state, ready }: ContainerStatus): boolean {
  if (!state?.running || ready) return false;
  const container = pod.spec?.containers?.find((each) => each.name === name);
  if (!container) return false;
  const { failingProbe } = behaviorOf(pod, container);
  return failingProbe === undefined || failingProbe === 'liveness';
}

/** Reports whether containers of a pod will become ready, or a condition has changed that gates its readiness. */
export const hasStarting = (pod: Pod): boolean =>
  (pod.status?.containerStatuses ?? []).some((known) => isStarting(pod, known)) || hasChangedGates(pod);

/** Milliseconds until the next container is ready. */
export function podReadiness(pod: Pod, now: number): number {
  const starting = (pod.status?.containerStatuses ?? []).filter((known) => isStarting(pod, known));
  return starting.length === 0 ? 0 : Math.min(...starting.map((known) => untilReady(pod, known, now)));
}

function untilReady(pod: Pod, { name, state }: ContainerStatus, now: number): number {
  const container = pod.spec?.containers?.find((each) => each.name === name);
  const readyAfter = container ? behaviorOf(pod, container).readyAfter : 0;
  return readyAfter === 0 ? 0 : remaining(readyAfter, state?.running?.startedAt, now);
}

/** Makes the containers ready whose probes are the next to succeed. */
export function makeReady(pod: Pod, { now }: KubeletFacts): Transition {
  const next = podReadiness(pod, now);
  const containerStatuses = (pod.status?.containerStatuses ?? []).map((known) =>
    isStarting(pod, known) && untilReady(pod, known, now) <= next ? { ...known, ready: true, started: true } : known,
  );
  const status = { containerStatuses };
  return { status, conditions: containerConditions(pod, status, now), events: [] };
}

/** Reports whether the condition Ready of a pod does not follow the conditions that gate it. */
function hasChangedGates(pod: Pod): boolean {
  if (!pod.spec?.readinessGates) return false;
  const isReady = ({ type }: PodCondition): boolean => type === 'Ready';
  return containerConditions(pod, pod.status ?? {}, 0).some(isReady);
}
