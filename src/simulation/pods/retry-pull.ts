import type { Container, ContainerStatus, Pod, PodStatus } from '../../api/kinds/core-v1.generated.ts';
import { hasSucceeded } from './container-conditions.ts';
import { PULL_REASONS } from './containers.ts';
import { running, startContainer } from './start-containers.ts';
import { startEphemeralContainer } from './start-ephemeral-containers.ts';
import { type ContainerKind, fieldPathOf, type KubeletFacts, type PodEvent, type Transition } from './transition.ts';

const BACKOFF = 'ImagePullBackOff';

/** Alternates between a failed pull and the wait before the next one, which may last for several attempts. */
export function retryPull(pod: Pod, facts: KubeletFacts): Transition {
  const events: PodEvent[] = [];
  const start: Starts = {
    initContainers: (_, known) => ({ ...known, state: { waiting: { reason: 'PodInitializing' } } }),
    containers: (container, known) => startContainer(pod, container, known, facts, events),
    ephemeralContainers: (container) => startEphemeralContainer(container, facts, events),
  };
  const ephemeralContainerStatuses = retried(pod, 'ephemeralContainers', start, facts, events);
  const ephemeral: PodStatus = ephemeralContainerStatuses ? { ephemeralContainerStatuses } : {};
  const initContainerStatuses = retried(pod, 'initContainers', start, facts, events);
  if (initContainerStatuses?.some((known) => !hasSucceeded(known)))
    return { status: { ...ephemeral, initContainerStatuses }, conditions: [], events };
  const containerStatuses = retried(pod, 'containers', start, facts, events) ?? [];
  const { status, conditions } = running(pod, containerStatuses, events, facts);
  return { status: { ...ephemeral, ...status }, conditions, events };
}

type Starts = Readonly<Record<ContainerKind, (container: Container, known: ContainerStatus) => ContainerStatus>>;

const STATUSES = {
  initContainers: 'initContainerStatuses',
  containers: 'containerStatuses',
  ephemeralContainers: 'ephemeralContainerStatuses',
} as const;

/** Returns the statuses of one kind of containers after retrying those whose images could not be pulled. */
function retried(
  { spec, status }: Pod,
  kind: ContainerKind,
  start: Starts,
  facts: KubeletFacts,
  events: PodEvent[],
): ContainerStatus[] | undefined {
  const containers: readonly Container[] = spec?.[kind] ?? [];
  return status?.[STATUSES[kind]]?.map((known) => {
    const container = containers.find(({ name }) => name === known.name);
    const reason = known.state?.waiting?.reason ?? '';
    if (!container || !PULL_REASONS.includes(reason)) return known;
    const isBackingOff = reason === 'ErrImagePull' || (reason === BACKOFF && facts.isPullBackingOff(container));
    return isBackingOff ? backingOff(container, known, events, kind) : start[kind](container, known);
  });
}

/** Returns the status of a container whose failed pull is retried later. */
function backingOff(
  { name, image }: Container,
  known: ContainerStatus,
  events: PodEvent[],
  kind: ContainerKind,
): ContainerStatus {
  const message = `Back-off pulling image "${image}"`;
  const fieldPath = fieldPathOf(name, kind);
  events.push({ type: 'Normal', reason: 'BackOff', message, fieldPath });
  events.push({ type: 'Warning', reason: 'Failed', message: `Error: ${BACKOFF}`, fieldPath });
  return { ...known, state: { waiting: { reason: BACKOFF, message } } };
}
