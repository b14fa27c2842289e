import type { ContainerStatus, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { behaviorOf } from '../container-behavior.ts';
import { containerConditions } from '../container-conditions.ts';
import { remaining } from '../timing/remaining.ts';
import type { KubeletFacts, PodEvent, Transition } from '../transition.ts';
import { unhealthyEvent } from './probes.ts';

/** Reports whether a container is running whose probes have not succeeded yet, and will. */
function isStarting(pod: Pod, { name, state, ready }: ContainerStatus): boolean {
  if (!state?.running || ready) return false;
  const container = pod.spec?.containers?.find((each) => each.name === name);
  if (!container) return false;
  const { failingProbe } = behaviorOf(pod, container);
  return failingProbe === undefined || failingProbe === 'liveness';
}

/** Reports whether containers of a pod will become ready, or the pod's readiness is out of date. */
export const hasStarting = (pod: Pod): boolean =>
  (pod.status?.containerStatuses ?? []).some((known) => isStarting(pod, known)) || hasWrongReadiness(pod);

/** Returns the milliseconds until the next container is ready. */
export function podReadiness(pod: Pod, now: number): number {
  const starting = (pod.status?.containerStatuses ?? []).filter((known) => isStarting(pod, known));
  return starting.length === 0 ? 0 : Math.min(...starting.map((known) => untilReady(pod, known, now)));
}

function untilReady(pod: Pod, { name, state }: ContainerStatus, now: number): number {
  const container = pod.spec?.containers?.find((each) => each.name === name);
  const readyAfter = container ? behaviorOf(pod, container).readyAfter : 0;
  return readyAfter === 0 ? 0 : remaining(readyAfter, state?.running?.startedAt, now);
}

/** Marks the containers whose probes succeed next as ready. */
export function makeReady(pod: Pod, { now }: KubeletFacts): Transition {
  const next = podReadiness(pod, now);
  const containerStatuses = (pod.status?.containerStatuses ?? []).map((known) =>
    isStarting(pod, known) && untilReady(pod, known, now) <= next ? { ...known, ready: true, started: true } : known,
  );
  const status = { containerStatuses };
  return { status, conditions: containerConditions(pod, status, now), events: [] };
}

/** Reports whether a container is ready although its readiness probe fails: since a client changed its files or the pod's annotations. */
const isBroken = (pod: Pod, { name, ready, state }: ContainerStatus): boolean =>
  Boolean(ready && state?.running) &&
  (pod.spec?.containers ?? []).some((each) => each.name === name && behaviorOf(pod, each).failingProbe === 'readiness');

/** Reports whether a pod has ready containers whose readiness probes fail. */
export const hasBroken = (pod: Pod): boolean =>
  (pod.status?.containerStatuses ?? []).some((known) => isBroken(pod, known));

/** Marks the containers whose readiness probes fail as not ready. */
export function makeUnready(pod: Pod, { now }: KubeletFacts): Transition {
  const events: PodEvent[] = [];
  const containerStatuses = (pod.status?.containerStatuses ?? []).map((known) => {
    const container = pod.spec?.containers?.find(({ name }) => name === known.name);
    if (!container || !isBroken(pod, known)) return known;
    events.push(unhealthyEvent(pod, pod.status?.podIP ?? '', container, 'readiness'));
    return { ...known, ready: false };
  });
  const status = { containerStatuses };
  return { status, conditions: containerConditions(pod, status, now), events };
}

/**
 * Reports whether a running pod has a readiness that does not follow from its containers and gates: a gate has changed,
 * or another client has written it, as the cluster does for pods of a node without heartbeats.
 */
function hasWrongReadiness(pod: Pod): boolean {
  if (pod.status?.phase !== 'Running') return false;
  return containerConditions(pod, pod.status, 0).some(({ type }) => READINESS.includes(type));
}

const READINESS = ['Ready', 'ContainersReady'];
