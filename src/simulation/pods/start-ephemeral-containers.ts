import type { Container, ContainerStatus, Pod } from '../../api/kinds/core-v1.generated.ts';
import { waitingEphemeralContainers } from './containers.ts';
import { creationProblem, startEvents, startedStatus } from './start-containers.ts';
import { type KubeletFacts, type PodEvent, type Transition, waitingStatus } from './transition.ts';

const KIND = 'ephemeralContainers';

/** Starts containers that were added to a running pod for debugging. */
export function startEphemeralContainers(pod: Pod, facts: KubeletFacts): Transition {
  const events: PodEvent[] = [];
  const started = waitingEphemeralContainers(pod).map((container) => startEphemeralContainer(container, facts, events));
  const ephemeralContainerStatuses = [...(pod.status?.ephemeralContainerStatuses ?? []), ...started];
  return { status: { ephemeralContainerStatuses }, conditions: [], events };
}

/** Starts an ephemeral container, unless it cannot be created. */
export function startEphemeralContainer(
  container: Container,
  facts: KubeletFacts,
  events: PodEvent[],
): ContainerStatus {
  const problem = creationProblem(container, KIND, facts, events);
  if (!problem) events.push(...startEvents(container, KIND));
  // Only containers that may have probes report `started`.
  const { started: _, ...status } = problem
    ? waitingStatus(container, problem)
    : startedStatus(container, undefined, facts);
  return status;
}
