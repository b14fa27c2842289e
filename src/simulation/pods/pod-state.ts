import type { Container, ContainerStatus, Pod } from '../../api/kinds/core-v1.generated.ts';
import type { PodState } from '../stages/stage.ts';
import { behaviorOf } from './container-behavior.ts';

export const CREATING_REASONS = ['ContainerCreating', 'PodInitializing'];
export const PULL_REASONS = ['ErrImagePull', 'ImagePullBackOff'];
export const BACKOFF_REASON = 'CrashLoopBackOff';

/** Returns where a pod is in its life. */
export function podStateOf(pod: Pod): PodState {
  const { phase, startTime, containerStatuses = [], initContainerStatuses = [] } = pod.status ?? {};
  if (pod.metadata.deletionTimestamp) return 'Terminating';
  if (phase === 'Succeeded' || phase === 'Failed') return 'Finished';
  if (!startTime) return 'Bound';
  if (waitingEphemeralContainers(pod).length > 0) return 'StartingEphemeral';
  const all = [...initContainerStatuses, ...containerStatuses];
  const isWaiting = (...reasons: string[]): boolean =>
    all.some(({ state }) => reasons.includes(state?.waiting?.reason ?? ''));
  if (isWaiting(...PULL_REASONS)) return 'PullFailed';
  if (isWaiting(BACKOFF_REASON)) return 'BackingOff';
  if (initContainerStatuses.some((status) => !hasSucceeded(status))) return 'Initializing';
  if (isWaiting(...CREATING_REASONS)) return 'Creating';
  if (containerStatuses.some((status) => status.state?.running && !status.ready && becomesReady(pod, status)))
    return 'Starting';
  return endingContainers(pod).length > 0 ? 'Ending' : 'Running';
}

/** Returns the ephemeral containers that have been added since the pod has an address, and have not been started. */
export function waitingEphemeralContainers({ spec, status }: Pod): Container[] {
  const known = new Set((status?.ephemeralContainerStatuses ?? []).map(({ name }) => name));
  return status?.podIP ? (spec?.ephemeralContainers ?? []).filter(({ name }) => !known.has(name)) : [];
}

export const hasSucceeded = ({ state }: ContainerStatus): boolean => state?.terminated?.exitCode === 0;

function becomesReady(pod: Pod, { name }: ContainerStatus): boolean {
  const container = pod.spec?.containers?.find((each) => each.name === name);
  return container !== undefined && behaviorOf(pod, container).failingProbe !== 'readiness';
}

/** Returns the running containers that will exit, with the milliseconds they run. */
export function endingContainers(pod: Pod): { readonly name: string; readonly runtime: number }[] {
  const running = new Set(
    (pod.status?.containerStatuses ?? []).filter(({ state }) => state?.running).map(({ name }) => name),
  );
  return (pod.spec?.containers ?? []).flatMap((container) => {
    const { runtime } = behaviorOf(pod, container);
    return running.has(container.name) && runtime !== undefined ? [{ name: container.name, runtime }] : [];
  });
}
