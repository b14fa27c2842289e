import type { ContainerStatus, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { behaviorOf } from '../container-behavior.ts';
import { BACKOFF_REASON, type EndingContainer, endingContainers, isRunning, nextInitContainer } from '../containers.ts';
import { remaining } from './remaining.ts';

const INITIAL_BACKOFF = 10_000;
const MAXIMUM_BACKOFF = 300_000;

/** Milliseconds before a restart: the first is immediate, and each later wait is twice the last. */
export const restartBackoff = (restartCount: number): number =>
  restartCount === 0 ? 0 : Math.min(INITIAL_BACKOFF * 2 ** (restartCount - 1), MAXIMUM_BACKOFF);

/** Milliseconds until the next container of a pod may start again. */
export const podBackoff = ({ status }: Pod, now: number): number =>
  Math.min(
    ...[...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])]
      .filter(({ state }) => state?.waiting?.reason === BACKOFF_REASON)
      .map((known) => untilRestart(known, now)),
  );

/** Milliseconds until a container that has crashed may start again. */
export const untilRestart = ({ restartCount, lastState }: ContainerStatus, now: number): number =>
  remaining(restartBackoff(restartCount), lastState?.terminated?.finishedAt, now);

/** Milliseconds until the next container exits. */
export function podRuntime(pod: Pod, now: number): number {
  const next = nextInitContainer(pod);
  if (next) return remaining(behaviorOf(pod, next.container, true).runtime ?? 0, startOf(next.status), now);
  return untilNextEnd(endingContainers(pod), now);
}

/** Milliseconds until the next of several containers exits. */
export const untilNextEnd = (ending: readonly EndingContainer[], now: number): number =>
  Math.min(...ending.map((each) => untilEnd(each, now)));

/** Milliseconds until a container exits. */
export const untilEnd = ({ runtime, startedAt }: EndingContainer, now: number): number =>
  remaining(runtime, startedAt, now);

const startOf = ({ state }: ContainerStatus): string | undefined => state?.running?.startedAt;

/** Milliseconds that containers take to end. */
const END = 100;

/** Milliseconds until a pod that is being deleted has ended: its hooks run as long as its grace period allows. */
export function podTermination(pod: Pod, now: number): number {
  const { deletionTimestamp = '', deletionGracePeriodSeconds = 0 } = pod.metadata;
  const running = (pod.spec?.containers ?? []).filter((container) => isRunning(pod, container));
  const longest = Math.max(0, ...running.map((container) => behaviorOf(pod, container).preStop));
  if (longest === 0) return END;
  const grace = deletionGracePeriodSeconds * 1000;
  const deletedAt = new Date(Date.parse(deletionTimestamp) - grace).toISOString();
  return remaining(Math.min(longest, grace), deletedAt, now) + END;
}
