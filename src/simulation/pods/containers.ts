import type { Container, ContainerStatus, Pod } from '../../api/kinds/core-v1.generated.ts';
import { behaviorOf, type ContainerBehavior } from './container-behavior.ts';
import { hasSucceeded } from './container-conditions.ts';

export const CREATING_REASONS = ['ContainerCreating', 'PodInitializing'];
export const CONFIG_ERROR_REASON = 'CreateContainerConfigError';
/** Reasons of waiting containers whose creation is retried. */
export const PULL_REASONS = ['ErrImagePull', 'ImagePullBackOff', 'ErrImageNeverPull', CONFIG_ERROR_REASON];
export const BACKOFF_REASON = 'CrashLoopBackOff';

const NO_CONTAINERS: readonly Container[] = [];

/** Reports whether any container waits for one of the given reasons. */
export function hasWaiting(statuses: readonly ContainerStatus[] | undefined, reasons: readonly string[]): boolean {
  if (statuses) for (const { state } of statuses) if (reasons.includes(state?.waiting?.reason ?? '')) return true;
  return false;
}

/** Reports whether a pod has waiting containers whose creation is retried. */
export const waitsForRetry = ({ status }: Pod): boolean =>
  hasWaiting(status?.containerStatuses, PULL_REASONS) || hasWaiting(status?.ephemeralContainerStatuses, PULL_REASONS);

/** Returns the first init container that has not succeeded yet. */
export function nextInitContainer({ spec, status }: Pod) {
  const next = status?.initContainerStatuses?.find((known) => !hasSucceeded(known));
  const container = next && spec?.initContainers?.find(({ name }) => name === next.name);
  return container && { container, status: next };
}

/** Returns the ephemeral containers that were added after the pod got an address and have not been started. */
export function waitingEphemeralContainers({ spec, status }: Pod): readonly Container[] {
  if (!spec?.ephemeralContainers || !status?.podIP) return NO_CONTAINERS;
  const known = new Set(status.ephemeralContainerStatuses?.map(({ name }) => name));
  return spec.ephemeralContainers.filter(({ name }) => !known.has(name));
}

/** Returns a pod's address, unless it is that of its node. */
export const ownAddressOf = ({ spec, status }: Pod): string | undefined =>
  spec?.hostNetwork ? undefined : status?.podIP;

/** A running container that will exit. */
export interface EndingContainer {
  readonly name: string;
  readonly behavior: ContainerBehavior;
  /** Milliseconds that it runs. */
  readonly runtime: number;
  readonly startedAt: string | undefined;
}

/** Returns the running containers that will exit, other than init containers. */
export function endingContainers(pod: Pod): EndingContainer[] {
  const { containerStatuses, ephemeralContainerStatuses } = pod.status ?? {};
  const ending = endingAmong(pod, 'containers', containerStatuses);
  // Init containers end one by one before.
  if (!pod.spec?.ephemeralContainers || nextInitContainer(pod)) return ending;
  return [...ending, ...endingAmong(pod, 'ephemeralContainers', ephemeralContainerStatuses)];
}

function endingAmong(
  pod: Pod,
  kind: 'containers' | 'ephemeralContainers',
  statuses: readonly ContainerStatus[] | undefined,
): EndingContainer[] {
  const ending: EndingContainer[] = [];
  for (const container of pod.spec?.[kind] ?? []) {
    const behavior = behaviorOf(pod, container, kind);
    const { runtime } = behavior;
    const running = runtime === undefined ? undefined : runningStateOf(statuses, container);
    if (runtime !== undefined && running)
      ending.push({ name: container.name, behavior, runtime, startedAt: running.startedAt });
  }
  return ending;
}

export const isRunning = ({ status }: Pod, container: Container): boolean =>
  runningStateOf(status?.containerStatuses, container) != null;

const runningStateOf = (statuses: readonly ContainerStatus[] | undefined, { name }: Container) =>
  statuses?.find((known) => known.name === name)?.state?.running;
