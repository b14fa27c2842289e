import type { Pod, PodStatus } from '../../api/kinds/core-v1.generated.ts';
import { containerConditions } from './container-conditions.ts';
import { stoppedContainers } from './stop-containers.ts';
import { DEADLINE_EXCEEDED } from './timing/deadline.ts';
import type { KubeletFacts, PodEvent, Transition } from './transition.ts';

/** Stops the containers of a pod that has exceeded its active deadline, and marks the pod as failed. */
export function exceedDeadline(pod: Pod, { now }: KubeletFacts): Transition {
  const { reason, message } = DEADLINE_EXCEEDED;
  const events: PodEvent[] = [{ type: 'Normal', reason, message }];
  const containers = stoppedContainers(pod, now, events);
  const status: PodStatus = { ...DEADLINE_EXCEEDED, ...containers };
  return { status, conditions: containerConditions(pod, status, now), events };
}
