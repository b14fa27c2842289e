import { timeText } from '../../api/environment.ts';
import type { Container, ContainerStatus, Pod, PodStatus } from '../../api/kinds/core-v1.generated.ts';
import { imageOf } from '../images/image-reference.ts';
import { behaviorOf } from './container-behavior.ts';
import { containerConditions } from './container-conditions.ts';
import { BACKOFF_REASON, CREATING_REASONS, hasSucceeded, PULL_REASONS } from './pod-state.ts';
import {
  type ContainerKind,
  fieldPathOf,
  type KubeletFacts,
  newContainerId,
  type PodEvent,
  type Transition,
  waitingStatus,
} from './transition.ts';

/** The pod has come to its node: its containers wait to be created. */
export function admit(pod: Pod, { now, hostIp }: KubeletFacts): Transition {
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

/** Starts the containers that wait to be created, and whose images are on the node. */
export function startContainers(pod: Pod, facts: KubeletFacts): Transition {
  const events: PodEvent[] = [];
  const containerStatuses = (pod.spec?.containers ?? []).map((container) => {
    const known = pod.status?.containerStatuses?.find(({ name }) => name === container.name);
    const reason = known?.state?.waiting?.reason ?? '';
    const isWaiting = CREATING_REASONS.includes(reason) || PULL_REASONS.includes(reason);
    return known && !isWaiting ? known : start(container, known, facts, events);
  });
  return running(pod, containerStatuses, events, facts);
}

/** Alternates between a failed pull and the wait before the next one. */
export function retryPull(pod: Pod, facts: KubeletFacts): Transition {
  const events: PodEvent[] = [];
  const containerStatuses = (pod.status?.containerStatuses ?? []).map((known) => {
    const container = pod.spec?.containers?.find(({ name }) => name === known.name);
    const reason = known.state?.waiting?.reason ?? '';
    if (!container || !PULL_REASONS.includes(reason)) return known;
    return reason === 'ErrImagePull' ? backingOff(container, known, events) : start(container, known, facts, events);
  });
  const initContainerStatuses = pod.status?.initContainerStatuses?.map((known) => {
    const container = pod.spec?.initContainers?.find(({ name }) => name === known.name);
    const reason = known.state?.waiting?.reason ?? '';
    if (!container || !PULL_REASONS.includes(reason)) return known;
    if (reason === 'ErrImagePull') return backingOff(container, known, events, 'initContainers');
    return { ...known, state: { waiting: { reason: 'PodInitializing' } } };
  });
  if (initContainerStatuses?.some((known) => !hasSucceeded(known)))
    return { status: { initContainerStatuses }, conditions: [], events };
  return running(pod, containerStatuses, events, facts);
}

/** Starts a container, unless its image is not on the node. */
function start(
  container: Container,
  known: ContainerStatus | undefined,
  facts: KubeletFacts,
  events: PodEvent[],
): ContainerStatus {
  const image = facts.ensureImage(container, 'containers');
  events.push(...image.events);
  const { restartCount = 0, lastState = {} } = known ?? {};
  if (image.problem) return { ...waitingStatus(container, image.problem), restartCount, lastState };
  events.push(...startEvents(container));
  return startedStatus(container, known, facts);
}

/** Returns what changes of a pod whose containers have been started. */
function running(pod: Pod, containerStatuses: ContainerStatus[], events: PodEvent[], facts: KubeletFacts): Transition {
  const { hostIp, podIp, now } = facts;
  const isRunning = containerStatuses.some(({ state }) => state?.running);
  const ip = pod.spec?.hostNetwork ? hostIp : podIp();
  const status: PodStatus = {
    containerStatuses,
    podIP: ip,
    podIPs: [{ ip }],
    ...(isRunning ? { phase: 'Running' } : {}),
  };
  return { status, conditions: containerConditions(pod, status, now), events };
}

/** Returns the status of a container whose pull has failed and is tried again later. */
function backingOff(
  { name, image }: Container,
  known: ContainerStatus,
  events: PodEvent[],
  kind?: ContainerKind,
): ContainerStatus {
  const message = `Back-off pulling image "${image}"`;
  const fieldPath = fieldPathOf(name, kind);
  events.push({ type: 'Normal', reason: 'BackOff', message, fieldPath });
  events.push({ type: 'Warning', reason: 'Failed', message: 'Error: ImagePullBackOff', fieldPath });
  return { ...known, state: { waiting: { reason: 'ImagePullBackOff', message } } };
}

/** Makes the running containers ready, but for those whose probe fails. */
export function makeReady(pod: Pod, { now }: KubeletFacts): Transition {
  const events: PodEvent[] = [];
  const containerStatuses = (pod.status?.containerStatuses ?? []).map((known) => {
    const container = pod.spec?.containers?.find(({ name }) => name === known.name);
    const failingProbe = container && behaviorOf(pod, container).failingProbe;
    if (!known.state?.running || failingProbe === 'readiness') return known;
    return { ...known, ready: true };
  });
  const status = { containerStatuses };
  return { status, conditions: containerConditions(pod, status, now), events };
}

/** Starts the containers whose wait after a crash is over. */
export function restartContainers(pod: Pod, facts: KubeletFacts): Transition {
  const events: PodEvent[] = [];
  const containerStatuses = (pod.status?.containerStatuses ?? []).map((known) => {
    const container = pod.spec?.containers?.find(({ name }) => name === known.name);
    if (!container || known.state?.waiting?.reason !== BACKOFF_REASON) return known;
    const restarted = start(container, known, facts, events);
    return restarted.state?.running ? { ...restarted, restartCount: known.restartCount + 1 } : restarted;
  });
  const initContainerStatuses = pod.status?.initContainerStatuses?.map((known) =>
    known.state?.waiting?.reason === BACKOFF_REASON
      ? { ...known, state: { waiting: { reason: 'PodInitializing' } }, restartCount: known.restartCount + 1 }
      : known,
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
  return {
    name: container.name,
    state: { running: { startedAt: timeText(now) } },
    lastState: known?.lastState ?? {},
    ready: false,
    restartCount: known?.restartCount ?? 0,
    image: image.name,
    imageID: image.id,
    containerID: newContainerId(random),
    started: true,
  };
}

export const startEvents = ({ name }: Container, kind?: ContainerKind): PodEvent[] => [
  { type: 'Normal', reason: 'Created', message: `Created container ${name}`, fieldPath: fieldPathOf(name, kind) },
  { type: 'Normal', reason: 'Started', message: `Started container ${name}`, fieldPath: fieldPathOf(name, kind) },
];
