import type { Container, ContainerStatus, Pod } from '../../api/kinds/core-v1.generated.ts';
import type { PodState } from '../stages/stage.ts';
import { behaviorOf } from './container-behavior.ts';

export const CREATING_REASONS = ['ContainerCreating', 'PodInitializing'];
export const PULL_REASONS = ['ErrImagePull', 'ImagePullBackOff', 'ErrImageNeverPull'];
export const BACKOFF_REASON = 'CrashLoopBackOff';
const BACKOFF_REASONS = [BACKOFF_REASON];
const NO_CONTAINERS: readonly Container[] = [];

/** Returns where a pod is in its life. */
export function podStateOf(pod: Pod): PodState {
  const { phase, startTime, containerStatuses, initContainerStatuses } = pod.status ?? {};
  if (pod.metadata.deletionTimestamp) return 'Terminating';
  if (phase === 'Succeeded' || phase === 'Failed') return 'Finished';
  if (!startTime) return 'Bound';
  if (waitingEphemeralContainers(pod).length > 0) return 'StartingEphemeral';
  const isWaiting = (reasons: readonly string[]): boolean =>
    hasWaiting(initContainerStatuses, reasons) || hasWaiting(containerStatuses, reasons);
  if (isWaiting(PULL_REASONS)) return 'PullFailed';
  if (isWaiting(BACKOFF_REASONS)) return 'BackingOff';
  const initial = nextInitContainer(pod);
  if (initial) return initial.status.state?.running ? 'RunningInit' : 'Initializing';
  if (isWaiting(CREATING_REASONS)) return 'Creating';
  if (containerStatuses?.some((status) => status.state?.running && !status.ready && becomesReady(pod, status)))
    return 'Starting';
  return endingContainers(pod).length > 0 ? 'Ending' : 'Running';
}

function hasWaiting(statuses: readonly ContainerStatus[] | undefined, reasons: readonly string[]): boolean {
  if (statuses) for (const { state } of statuses) if (reasons.includes(state?.waiting?.reason ?? '')) return true;
  return false;
}

/** Returns the first init container that has not succeeded yet. */
export function nextInitContainer({ spec, status }: Pod) {
  const next = status?.initContainerStatuses?.find((known) => !hasSucceeded(known));
  const container = next && spec?.initContainers?.find(({ name }) => name === next.name);
  return container && { container, status: next };
}

/** Returns the ephemeral containers that have been added since the pod has an address, and have not been started. */
export function waitingEphemeralContainers({ spec, status }: Pod): readonly Container[] {
  if (!spec?.ephemeralContainers || !status?.podIP) return NO_CONTAINERS;
  const known = new Set(status.ephemeralContainerStatuses?.map(({ name }) => name));
  return spec.ephemeralContainers.filter(({ name }) => !known.has(name));
}

/** The address that a pod has shown, unless it is the one of its node. */
export const ownAddressOf = ({ spec, status }: Pod): string | undefined =>
  spec?.hostNetwork ? undefined : status?.podIP;

export const hasSucceeded = ({ state }: ContainerStatus): boolean => state?.terminated?.exitCode === 0;

function becomesReady(pod: Pod, { name }: ContainerStatus): boolean {
  const container = pod.spec?.containers?.find((each) => each.name === name);
  return container !== undefined && behaviorOf(pod, container).failingProbe !== 'readiness';
}

/** Returns the running containers that will exit, with the milliseconds they run. */
export function endingContainers(pod: Pod): { readonly name: string; readonly runtime: number }[] {
  const ending: { readonly name: string; readonly runtime: number }[] = [];
  for (const container of pod.spec?.containers ?? []) {
    const { runtime } = behaviorOf(pod, container);
    if (runtime !== undefined && isRunning(pod, container)) ending.push({ name: container.name, runtime });
  }
  return ending;
}

const isRunning = ({ status }: Pod, { name }: Container): boolean =>
  status?.containerStatuses?.find((known) => known.name === name)?.state?.running != null;
