import type { ContainerStatus, Pod } from '../../api/kinds/core-v1.generated.ts';
import { waitingEphemeralContainers } from './pod-state.ts';
import { startEvents, startedStatus } from './start-containers.ts';
import { type KubeletFacts, type PodEvent, type Transition, waitingStatus } from './transition.ts';

const KIND = 'ephemeralContainers';

/** Starts containers that were added to a running pod for debugging. They run until the pod ends. */
export function startEphemeralContainers(pod: Pod, facts: KubeletFacts): Transition {
  const events: PodEvent[] = [];
  const started = waitingEphemeralContainers(pod).map((container): ContainerStatus => {
    const image = facts.ensureImage(container, KIND);
    events.push(...image.events);
    if (image.problem) return waitingStatus(container, image.problem);
    events.push(...startEvents(container, KIND));
    // Only containers that may have probes report whether they have started.
    const { started: _, ...status } = startedStatus(container, undefined, facts);
    return status;
  });
  const ephemeralContainerStatuses = [...(pod.status?.ephemeralContainerStatuses ?? []), ...started];
  return { status: { ephemeralContainerStatuses }, conditions: [], events };
}
