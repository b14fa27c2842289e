import type { Pod, PodStatus } from '../../api/kinds/core-v1.generated.ts';
import { containerConditions } from './container-conditions.ts';
import { stoppedContainers } from './stop-containers.ts';
import type { KubeletFacts, PodEvent, Transition } from './transition.ts';

const REASON = 'DeadlineExceeded';
const MESSAGE = 'Pod was active on the node longer than the specified deadline';

/** Returns the milliseconds that a pod may still be active on its node; Infinity without a deadline. */
export function untilDeadline({ spec, status }: Pod, now: number): number {
  const { activeDeadlineSeconds } = spec ?? {};
  if (activeDeadlineSeconds == null || !status?.startTime) return Number.POSITIVE_INFINITY;
  return Date.parse(status.startTime) + activeDeadlineSeconds * 1000 - now;
}

/** Stops the containers of a pod that has been active for too long, and fails it. */
export function exceedDeadline(pod: Pod, { now }: KubeletFacts): Transition {
  const events: PodEvent[] = [{ type: 'Normal', reason: REASON, message: MESSAGE }];
  const containers = stoppedContainers(pod, now, events);
  const status: PodStatus = { phase: 'Failed', reason: REASON, message: MESSAGE, ...containers };
  return { status, conditions: containerConditions(pod, status, now), events };
}
