import type { ContainerStatus, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { parseDuration } from '../../../api/values/duration.ts';
import { behaviorOf } from '../container-behavior.ts';
import { BACKOFF_REASON, type EndingContainer, endingContainers, isRunning, nextInitContainer } from '../containers.ts';
import { remaining } from './remaining.ts';

const INITIAL_BACKOFF = 10_000;
const MAXIMUM_BACKOFF = 300_000;

/** Milliseconds of a run after which a container's backoff is reset. */
const FORGIVEN = 2 * MAXIMUM_BACKOFF;

/**
 * Returns the milliseconds before the restart after a number of restarts. The first is immediate, and each wait is
 * twice the last.
 */
const backoffAfter = (restarts: number): number =>
  restarts === 0 ? 0 : Math.min(INITIAL_BACKOFF * 2 ** (restarts - 1), MAXIMUM_BACKOFF);

/**
 * Returns the milliseconds before the restart of a container that ends now. The last wait is derived from the time
 * between its runs, because its status shows nothing else.
 */
export function restartBackoff({ restartCount, state, lastState }: ContainerStatus, now: number): number {
  const [startedAt, endedAt] = [state?.running?.startedAt, lastState?.terminated?.finishedAt];
  if (!startedAt || !endedAt || now - Date.parse(startedAt) >= FORGIVEN) return 0;
  const waited = Date.parse(startedAt) - Date.parse(endedAt);
  let restarts = 1;
  while (restarts < restartCount && backoffAfter(restarts) <= waited) restarts++;
  return backoffAfter(restarts);
}

/** Returns the backoff of a waiting container, which its status contains as text. */
function announcedBackoff({ restartCount, state }: ContainerStatus): number {
  const announced = /^back-off (\S+) restarting/.exec(state?.waiting?.message ?? '')?.[1];
  return (announced === undefined ? undefined : parseDuration(announced)) ?? backoffAfter(restartCount);
}

/** Returns the milliseconds until the next container of a pod may restart. */
export const podBackoff = ({ status }: Pod, now: number): number =>
  Math.min(
    ...[...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])]
      .filter(({ state }) => state?.waiting?.reason === BACKOFF_REASON)
      .map((known) => untilRestart(known, now)),
  );

/** Returns the milliseconds until a crashed container may restart. */
export const untilRestart = (known: ContainerStatus, now: number): number =>
  remaining(announcedBackoff(known), known.lastState?.terminated?.finishedAt, now);

/** Returns the milliseconds until the next container exits. */
export function podRuntime(pod: Pod, now: number): number {
  const next = nextInitContainer(pod);
  if (next) return remaining(behaviorOf(pod, next.container, 'initContainers').runtime ?? 0, startOf(next.status), now);
  return untilNextEnd(endingContainers(pod), now);
}

/** Returns the milliseconds until the next of several containers exits. */
export const untilNextEnd = (ending: readonly EndingContainer[], now: number): number =>
  Math.min(...ending.map((each) => untilEnd(each, now)));

/** Returns the milliseconds until a container exits. */
export const untilEnd = ({ runtime, startedAt }: EndingContainer, now: number): number =>
  remaining(runtime, startedAt, now);

const startOf = ({ state }: ContainerStatus): string | undefined => state?.running?.startedAt;

/** Milliseconds that containers take to stop. */
const END = 100;

/** Returns the milliseconds until a deleted pod has ended. Its hooks run for at most its grace period. */
export function podTermination(pod: Pod, now: number): number {
  const { deletionTimestamp = '', deletionGracePeriodSeconds = 0 } = pod.metadata;
  const running = (pod.spec?.containers ?? []).filter((container) => isRunning(pod, container));
  const longest = Math.max(0, ...running.map((container) => behaviorOf(pod, container).preStop));
  if (longest === 0) return END;
  const grace = Number(deletionGracePeriodSeconds) * 1000;
  const deletedAt = new Date(Date.parse(deletionTimestamp) - grace).toISOString();
  return remaining(Math.min(longest, grace), deletedAt, now) + END;
}
