import type { Pod, PodCondition } from '../../../api/kinds/core-v1.generated.ts';
import { hasEnded } from '../../../api/scheduling/has-ended.ts';

const SECOND = 1000;

/** Reports whether a pod still runs or will run: it has not finished and is not being deleted. */
export const isActive = (pod: Pod): boolean => !hasEnded(pod) && !pod.metadata.deletionTimestamp;

const readyCondition = ({ status }: Pod): PodCondition | undefined =>
  status?.conditions?.find(({ type }) => type === 'Ready');

export const isReady = (pod: Pod): boolean => readyCondition(pod)?.status === 'True';

/** Returns when a ready pod became ready, in milliseconds since 1970; undefined when not ready or unknown. */
export function readySince(pod: Pod): number | undefined {
  const condition = readyCondition(pod);
  if (condition?.status !== 'True' || !condition.lastTransitionTime) return undefined;
  return Date.parse(condition.lastTransitionTime);
}

/** Reports whether a pod has been ready for longer than `minReadySeconds`. */
export function isAvailable(pod: Pod, minReadySeconds: number, now: number): boolean {
  if (!isReady(pod)) return false;
  if (minReadySeconds === 0) return true;
  const since = readySince(pod);
  return since !== undefined && since + minReadySeconds * SECOND < now;
}

/** Returns the milliseconds until the next ready pod becomes available; undefined when none will. */
export function nextAvailability(pods: readonly Pod[], minReadySeconds: number, now: number): number | undefined {
  if (minReadySeconds === 0) return undefined;
  const delays = pods.flatMap((pod) => {
    const since = isAvailable(pod, minReadySeconds, now) ? undefined : readySince(pod);
    return since === undefined ? [] : [since + minReadySeconds * SECOND + 1 - now];
  });
  return delays.length === 0 ? undefined : Math.min(...delays);
}
