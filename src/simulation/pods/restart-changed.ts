import type { Container, ContainerStatus, Pod } from '../../api/kinds/core-v1.generated.ts';
import { imageOf } from '../images/image-reference.ts';
import { containerConditions } from './container-conditions.ts';
import { terminatedState } from './exit-containers.ts';
import { startContainer } from './start-containers.ts';
import { STOPPED } from './stop-containers.ts';
import { fieldPathOf, type KubeletFacts, type PodEvent, type Transition } from './transition.ts';

/** Returns the specification of a running container whose image was changed since it started. */
function changedContainer({ spec }: Pod, { name, state, image }: ContainerStatus): Container | undefined {
  const container = state?.running && spec?.containers?.find((each) => each.name === name);
  return container && imageOf(container.image ?? '').name !== imageOf(image).name ? container : undefined;
}

/** Reports whether a pod has running containers with another image than its specification. */
export const hasChanged = (pod: Pod): boolean =>
  (pod.status?.containerStatuses ?? []).some((known) => changedContainer(pod, known) !== undefined);

/** Restarts the containers whose image was changed, whatever the restart policy is. */
export function restartChanged(pod: Pod, facts: KubeletFacts): Transition {
  const events: PodEvent[] = [];
  const containerStatuses = (pod.status?.containerStatuses ?? []).map((known) => {
    const container = changedContainer(pod, known);
    if (!container) return known;
    const message = `Container ${known.name} definition changed, will be restarted`;
    events.push({ type: 'Normal', reason: 'Killing', message, fieldPath: fieldPathOf(known.name) });
    const terminated = terminatedState(known, STOPPED, 'Error', facts.now);
    return startContainer(pod, container, { ...known, lastState: { terminated } }, facts, events);
  });
  const status = { containerStatuses };
  return { status, conditions: containerConditions(pod, status, facts.now), events };
}
