import type { ContainerStatus, Pod } from '../../api/kinds/core-v1.generated.ts';
import { behaviorOf } from './container-behavior.ts';
import { waitingEphemeralContainers } from './pod-state.ts';
import { missingImageEvents, missingImageText, pullEvents, startEvents, startedStatus } from './start-containers.ts';
import { fieldPathOf, type KubeletFacts, type PodEvent, type Transition, waitingStatus } from './transition.ts';

const KIND = 'ephemeralContainers';

/** Starts containers that were added to a running pod for debugging. They run until the pod ends. */
export function startEphemeralContainers(pod: Pod, facts: KubeletFacts): Transition {
  const events: PodEvent[] = [];
  const started = waitingEphemeralContainers(pod).map((container): ContainerStatus => {
    const { isImageMissing, pull } = behaviorOf(pod, container);
    if (isImageMissing) {
      events.push(...missingImageEvents(container, fieldPathOf(container.name, KIND)));
      return waitingStatus(container, 'ErrImagePull', missingImageText(container));
    }
    events.push(...pullEvents(container, pull, KIND), ...startEvents(container, KIND));
    // Only containers that may have probes report whether they have started.
    const { started: _, ...status } = startedStatus(container, undefined, facts);
    return status;
  });
  const ephemeralContainerStatuses = [...(pod.status?.ephemeralContainerStatuses ?? []), ...started];
  return { status: { ephemeralContainerStatuses }, conditions: [], events };
}
