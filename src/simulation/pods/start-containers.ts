import { timeText } from '../../api/environment.ts';
import type { Container, ContainerStatus, Pod, PodStatus } from '../../api/kinds/core-v1.generated.ts';
import { behaviorOf } from './container-behavior.ts';
import { BACKOFF_REASON, CREATING_REASONS, PULL_REASONS } from './pod-state.ts';
import {
  type ContainerKind,
  containerConditions,
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
      ? { initContainerStatuses: initContainers.map((container) => waitingStatus(container, 'PodInitializing')) }
      : {}),
    containerStatuses: (containers ?? []).map((container) => waitingStatus(container, reason)),
  };
  return { status, conditions: containerConditions(pod, status, now), events: [] };
}

/** Pulls the images of the containers that wait, and starts those whose images exist. */
export function startContainers(pod: Pod, facts: KubeletFacts): Transition {
  const { now, podIp, hostIp } = facts;
  const events: PodEvent[] = [];
  const containers = pod.spec?.containers ?? [];
  const containerStatuses = containers.map((container) => {
    const known = pod.status?.containerStatuses?.find(({ name }) => name === container.name);
    const reason = known?.state?.waiting?.reason ?? '';
    if (known && ![...CREATING_REASONS, ...PULL_REASONS].includes(reason)) return known;
    const { isImageMissing, pull } = behaviorOf(pod, container);
    if (isImageMissing) {
      events.push(...missingImageEvents(container));
      return { ...waitingStatus(container, 'ErrImagePull', missingImageText(container)), restartCount: 0 };
    }
    events.push(...pullEvents(container, pull), ...startEvents(container));
    return startedStatus(container, known, facts);
  });
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

/** Alternates between a failed pull and the wait before the next one. */
export function retryPull(pod: Pod, facts: KubeletFacts): Transition {
  const isBackingOff = pod.status?.containerStatuses?.some(
    ({ state }) => state?.waiting?.reason === 'ImagePullBackOff',
  );
  if (isBackingOff) return startContainers(pod, facts);
  const events: PodEvent[] = [];
  const containerStatuses = (pod.status?.containerStatuses ?? []).map((known): ContainerStatus => {
    if (known.state?.waiting?.reason !== 'ErrImagePull') return known;
    const message = `Back-off pulling image "${known.image}"`;
    const fieldPath = fieldPathOf(known.name);
    events.push({ type: 'Normal', reason: 'BackOff', message, fieldPath });
    events.push({ type: 'Warning', reason: 'Failed', message: 'Error: ImagePullBackOff', fieldPath });
    return { ...known, state: { waiting: { reason: 'ImagePullBackOff', message } } };
  });
  return { status: { containerStatuses }, conditions: [], events };
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
    events.push(presentEvent(container), ...startEvents(container));
    return { ...startedStatus(container, known, facts), restartCount: known.restartCount + 1 };
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
  { name, image = '' }: Container,
  known: ContainerStatus | undefined,
  { now, random }: KubeletFacts,
): ContainerStatus {
  return {
    name,
    state: { running: { startedAt: timeText(now) } },
    lastState: known?.lastState ?? {},
    ready: false,
    restartCount: known?.restartCount ?? 0,
    image,
    imageID: `${image.replace(/[:@][^/]*$/, '')}@sha256:${digestOf(image)}`,
    containerID: newContainerId(random),
    started: true,
  };
}

/** Returns 64 hexadecimal digits that depend on the name only. */
function digestOf(name: string): string {
  let state = 2_166_136_261;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return Array.from({ length: 8 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state.toString(16).padStart(8, '0');
  }).join('');
}

const presentEvent = ({ name, image }: Container): PodEvent => ({
  type: 'Normal',
  reason: 'Pulled',
  message: `Container image "${image}" already present on machine`,
  fieldPath: fieldPathOf(name),
});

export const startEvents = ({ name }: Container, kind?: ContainerKind): PodEvent[] => [
  { type: 'Normal', reason: 'Created', message: `Created container ${name}`, fieldPath: fieldPathOf(name, kind) },
  { type: 'Normal', reason: 'Started', message: `Started container ${name}`, fieldPath: fieldPathOf(name, kind) },
];

export function pullEvents({ name, image }: Container, milliseconds: number, kind?: ContainerKind): PodEvent[] {
  const fieldPath = fieldPathOf(name, kind);
  const time = milliseconds < 1000 ? `${milliseconds}ms` : `${milliseconds / 1000}s`;
  const message = `Successfully pulled image "${image}" in ${time} (${time} including waiting)`;
  return [
    { type: 'Normal', reason: 'Pulling', message: `Pulling image "${image}"`, fieldPath },
    { type: 'Normal', reason: 'Pulled', message, fieldPath },
  ];
}

export const missingImageText = ({ image }: Container): string =>
  `rpc error: code = NotFound desc = failed to pull and unpack image "${image}": failed to resolve reference "${image}": ${image}: not found`;

export function missingImageEvents(container: Container, fieldPath = fieldPathOf(container.name)): PodEvent[] {
  const { image } = container;
  const problem = `Failed to pull image "${image}": ${missingImageText(container)}`;
  return [
    { type: 'Normal', reason: 'Pulling', message: `Pulling image "${image}"`, fieldPath },
    { type: 'Warning', reason: 'Failed', message: problem, fieldPath },
    { type: 'Warning', reason: 'Failed', message: 'Error: ErrImagePull', fieldPath },
  ];
}
