import { timeText } from '../../api/environment.ts';
import type {
  Container,
  ContainerStateWaiting,
  ContainerStatus,
  Pod,
  PodStatus,
} from '../../api/kinds/core-v1.generated.ts';
import { imageOf } from '../images/image-reference.ts';
import { behaviorOf } from './container-behavior.ts';
import { containerConditions } from './container-conditions.ts';
import { BACKOFF_REASON, CONFIG_ERROR_REASON, CREATING_REASONS, PULL_REASONS } from './containers.ts';
import { unhealthyEvent } from './probes/probes.ts';
import { podBackoff, untilRestart } from './timing/waits.ts';
import {
  type ContainerKind,
  fieldPathOf,
  type KubeletFacts,
  newContainerId,
  type PodEvent,
  type Rejection,
  type Transition,
  waitingStatus,
} from './transition.ts';

/** Admits a pod to its node. Its containers wait to be created. */
export function admit(pod: Pod, facts: KubeletFacts): Transition {
  const { now, hostIp } = facts;
  const rejection = facts.rejection();
  if (rejection) return reject(rejection, now);
  const { initContainers = [], containers } = pod.spec ?? {};
  const reason = initContainers.length > 0 ? 'PodInitializing' : 'ContainerCreating';
  const status: PodStatus = {
    phase: 'Pending',
    hostIP: hostIp,
    startTime: timeText(now),
    ...(initContainers.length > 0
      ? {
          initContainerStatuses: initContainers.map((container) =>
            waitingStatus(container, { reason: 'PodInitializing' }),
          ),
        }
      : {}),
    containerStatuses: (containers ?? []).map((container) => waitingStatus(container, { reason })),
  };
  return { status, conditions: containerConditions(pod, status, now), events: [] };
}

/** Fails a pod that its node rejects. Its containers are never created. */
const reject = ({ reason, message }: Rejection, now: number): Transition => ({
  status: { phase: 'Failed', reason, message: `Pod was rejected: ${message}`, startTime: timeText(now) },
  conditions: [],
  events: [{ type: 'Warning', reason, message }],
});

/** Starts the containers that wait to be created and whose images are on the node. */
export function startContainers(pod: Pod, facts: KubeletFacts): Transition {
  const events: PodEvent[] = [];
  const containerStatuses = (pod.spec?.containers ?? []).map((container) => {
    const known = pod.status?.containerStatuses?.find(({ name }) => name === container.name);
    const reason = known?.state?.waiting?.reason ?? '';
    const isWaiting = CREATING_REASONS.includes(reason) || PULL_REASONS.includes(reason);
    return known && !isWaiting ? known : startContainer(pod, container, known, facts, events);
  });
  return running(pod, containerStatuses, events, facts);
}

/** Starts a container, unless it cannot be created. */
export function startContainer(
  pod: Pod,
  container: Container,
  known: ContainerStatus | undefined,
  facts: KubeletFacts,
  events: PodEvent[],
): ContainerStatus {
  const problem = creationProblem(container, 'containers', facts, events);
  const { restartCount = 0, lastState = {} } = known ?? {};
  if (problem) return { ...waitingStatus(container, problem), restartCount, lastState };
  events.push(...startEvents(container));
  // Recorded once, although the kubelet repeats it.
  if (behaviorOf(pod, container).failingProbe === 'readiness')
    events.push(unhealthyEvent(pod, addressesOf(pod, facts).podIP ?? '', container, 'readiness'));
  return startedStatus(container, known, facts);
}

/** Returns why a container cannot be created: its image is not on the node, or its environment cannot be created. */
export function creationProblem(
  container: Container,
  kind: ContainerKind,
  facts: KubeletFacts,
  events: PodEvent[],
): ContainerStateWaiting | undefined {
  const image = facts.ensureImage(container, kind);
  events.push(...image.events);
  if (image.problem) return image.problem;
  const message = facts.environmentProblem(container);
  if (message === undefined) return undefined;
  const fieldPath = fieldPathOf(container.name, kind);
  events.push({ type: 'Warning', reason: 'Failed', message: `Error: ${message}`, fieldPath });
  return { reason: CONFIG_ERROR_REASON, message };
}

/** Reports whether a container has ever run. Until all have, their pod is pending. */
const hasStarted = ({ state, lastState }: ContainerStatus): boolean =>
  state?.waiting == null || lastState?.terminated != null;

/** Returns the changes of a pod whose containers were started. */
export function running(
  pod: Pod,
  containerStatuses: ContainerStatus[],
  events: PodEvent[],
  facts: KubeletFacts,
): Transition {
  const status: PodStatus = {
    containerStatuses,
    ...addressesOf(pod, facts),
    ...(containerStatuses.every(hasStarted) ? { phase: 'Running' } : {}),
  };
  return { status, conditions: containerConditions(pod, status, facts.now), events };
}

/** Returns the addresses of a pod, which it gets when its first container starts. */
export function addressesOf({ spec }: Pod, { hostIp, podIp }: KubeletFacts): PodStatus {
  const ip = spec?.hostNetwork ? hostIp : podIp();
  return { podIP: ip, podIPs: [{ ip }] };
}

/** Starts the containers whose backoff after a crash is over. */
export function restartContainers(pod: Pod, facts: KubeletFacts): Transition {
  const events: PodEvent[] = [];
  const next = podBackoff(pod, facts.now);
  const isNext = (known: ContainerStatus): boolean =>
    known.state?.waiting?.reason === BACKOFF_REASON && untilRestart(known, facts.now) <= next;
  const containerStatuses = (pod.status?.containerStatuses ?? []).map((known) => {
    const container = pod.spec?.containers?.find(({ name }) => name === known.name);
    if (!container || !isNext(known)) return known;
    return startContainer(pod, container, known, facts, events);
  });
  const initContainerStatuses = pod.status?.initContainerStatuses?.map((known) =>
    isNext(known) ? { ...known, state: { waiting: { reason: 'PodInitializing' } } } : known,
  );
  const status = { containerStatuses, ...(initContainerStatuses ? { initContainerStatuses } : {}) };
  return { status, conditions: containerConditions(pod, status, facts.now), events };
}

/** Returns the status of a container that has just started. */
export function startedStatus(
  container: Container,
  known: ContainerStatus | undefined,
  { now, random }: KubeletFacts,
): ContainerStatus {
  const image = imageOf(container.image ?? '');
  const { restartCount = 0, lastState = {} } = known ?? {};
  return {
    name: container.name,
    state: { running: { startedAt: timeText(now) } },
    lastState,
    ready: false,
    // Counts a restart, regardless of the length and the reason of the wait.
    restartCount: lastState?.terminated ? restartCount + 1 : restartCount,
    image: image.name,
    imageID: image.id,
    containerID: newContainerId(random),
    started: container.startupProbe === undefined,
  };
}

export const startEvents = ({ name }: Container, kind?: ContainerKind): PodEvent[] => [
  { type: 'Normal', reason: 'Created', message: `Created container ${name}`, fieldPath: fieldPathOf(name, kind) },
  { type: 'Normal', reason: 'Started', message: `Started container ${name}`, fieldPath: fieldPathOf(name, kind) },
];
