import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import { hasEnded } from '../../api/scheduling/has-ended.ts';
import type { PodState } from '../stages/stage.ts';
import {
  BACKOFF_REASON,
  CREATING_REASONS,
  endingContainers,
  hasWaiting,
  nextInitContainer,
  PULL_REASONS,
  waitingEphemeralContainers,
} from './containers.ts';
import { hasStarting } from './probes/readiness.ts';
import { podBackoff, podRuntime } from './timing/waits.ts';

const BACKOFF_REASONS = [BACKOFF_REASON];

/** Returns the state of a pod. If its containers wait for several events, the next one counts. */
export function podStateOf(pod: Pod): PodState {
  const { startTime, containerStatuses, initContainerStatuses } = pod.status ?? {};
  if (pod.metadata.deletionTimestamp) return 'Terminating';
  if (hasEnded(pod)) return 'Finished';
  if (!startTime) return 'Bound';
  if (waitingEphemeralContainers(pod).length > 0) return 'StartingEphemeral';
  if (hasStarting(pod)) return 'Starting';
  const isEnding = endingContainers(pod).length > 0;
  const isWaiting = (reasons: readonly string[]): boolean =>
    hasWaiting(initContainerStatuses, reasons) || hasWaiting(containerStatuses, reasons);
  if (isWaiting(BACKOFF_REASONS)) return isEnding && endsBeforeRestart(pod) ? 'Ending' : 'BackingOff';
  if (isEnding) return 'Ending';
  if (isWaiting(PULL_REASONS)) return 'PullFailed';
  const initial = nextInitContainer(pod);
  if (initial) return initial.status.state?.running ? 'RunningInit' : 'Initializing';
  return isWaiting(CREATING_REASONS) ? 'Creating' : 'Running';
}

/** Compares both times from the beginning of time, where their order never changes. */
const endsBeforeRestart = (pod: Pod): boolean => podRuntime(pod, 0) < podBackoff(pod, 0);
