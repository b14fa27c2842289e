import type { ContainerStatus, Pod, PodStatus } from '../../api/kinds/core-v1.generated.ts';
import { hasEnded } from '../../api/scheduling/has-ended.ts';
import { containerConditions, hasSucceeded } from './container-conditions.ts';
import { endingContainers, nextInitContainer } from './containers.ts';
import { terminatedState } from './exit-containers.ts';
import { DEADLINE_EXCEEDED, untilDeadline } from './timing/deadline.ts';
import { untilEnd } from './timing/waits.ts';
import { type ContainerKind, killingEvent, type PodEvent, type Transition } from './transition.ts';

/** The exit code of a process that was ended by SIGTERM. */
export const STOPPED = 143;

/** The kubelet's status of an ended container whose process it has not seen. */
const UNKNOWN_END = {
  exitCode: 137,
  reason: 'ContainerStatusUnknown',
  message: 'The container could not be located when the pod was terminated',
};

/** Returns the statuses of a pod's stopped containers. @param events receives the events of their ends */
export function stoppedContainers(pod: Pod, now: number, events: PodEvent[]): PodStatus {
  const end = (known: ContainerStatus, kind?: ContainerKind): ContainerStatus => {
    if (known.state?.terminated) return known;
    if (!known.state?.running) return { ...known, state: { terminated: UNKNOWN_END }, ready: false };
    events.push(killingEvent(known, kind));
    const terminated = terminatedState(known, STOPPED, 'Error', now);
    const { started, ...ended } = { ...known, state: { terminated }, ready: false };
    return started === undefined ? ended : { ...ended, started: false };
  };
  const { initContainerStatuses, containerStatuses = [], ephemeralContainerStatuses } = pod.status ?? {};
  const initial = nextInitContainer(pod)?.status;
  const endInitial = (known: ContainerStatus) => (known === initial ? end(known, 'initContainers') : known);
  return {
    ...(initContainerStatuses ? { initContainerStatuses: initContainerStatuses.map(endInitial) } : {}),
    // A pod whose init containers have not finished has not started the other containers.
    containerStatuses: initial ? containerStatuses : containerStatuses.map((known) => end(known)),
    ...(ephemeralContainerStatuses
      ? { ephemeralContainerStatuses: ephemeralContainerStatuses.map((known) => end(known, 'ephemeralContainers')) }
      : {}),
  };
}

/** Ends a pod that is being deleted. Its end was already announced. */
export function endPod(pod: Pod, now: number): Transition {
  const containers = stoppedContainers(withOwnEnds(pod, now), now, []);
  const status: PodStatus = hasEnded(pod) ? containers : { ...endOf(pod, containers, now), ...containers };
  return { status, conditions: containerConditions(pod, status, now), events: [] };
}

/** Returns a pod whose containers have ended that ended themselves before or while hooks ran. Probes no longer kill them. */
function withOwnEnds(pod: Pod, now: number): Pod {
  const ended = endingContainers(pod).filter(
    (each) => !each.behavior.killingProbe && (each.behavior.endsAtOnce || untilEnd(each, now) <= 0),
  );
  const containerStatuses = pod.status?.containerStatuses?.map((known) => {
    const end = ended.find(({ name }) => name === known.name);
    if (!end) return known;
    const { exitCode, exitReason, terminationMessage } = end.behavior;
    const endedAt = end.startedAt ? Math.min(Date.parse(end.startedAt) + end.runtime, now) : now;
    const terminated = terminatedState(known, exitCode, exitReason, endedAt, terminationMessage);
    return { ...known, state: { terminated }, ready: false, started: false };
  });
  return ended.length > 0 ? { ...pod, status: { ...pod.status, containerStatuses } } : pod;
}

/** Returns the final phase of a pod. It has succeeded if all its containers have, whatever stopped them. */
function endOf(pod: Pod, { containerStatuses = [] }: PodStatus, now: number): PodStatus {
  if (untilDeadline(pod, now) <= 0) return DEADLINE_EXCEEDED;
  return { phase: containerStatuses.length > 0 && containerStatuses.every(hasSucceeded) ? 'Succeeded' : 'Failed' };
}
