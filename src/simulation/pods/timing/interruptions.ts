import type { Clock } from '../../../api/environment.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { PodState } from '../../stages/stage.ts';
import type { TimerWheel } from '../../timer-wheel.ts';
import { waitsForRetry } from '../containers.ts';
import type { PodStages } from '../pod-stages.ts';
import { untilDeadline } from './deadline.ts';

export interface InterruptionsOptions {
  readonly clock: Clock;
  readonly wheel: TimerWheel;
  readonly stages: PodStages;
  /** Called when the next stage of a pod must be chosen again. */
  readonly interrupt: (key: string) => void;
}

/**
 * The times of events that do not depend on a pod's current stage: its deadline, and retries of image pulls while other
 * containers run.
 */
export class Interruptions {
  readonly #options: InterruptionsOptions;

  constructor(options: InterruptionsOptions) {
    this.#options = options;
  }

  /** Sets the times for the current state of a pod. */
  follow(key: string, pod: Pod, state: PodState): void {
    const mayRetry = pod.spec?.ephemeralContainers !== undefined || BUSY_STATES.includes(state);
    if (!mayRetry && pod.spec?.activeDeadlineSeconds == null) return;
    if (state === 'Finished' || state === 'Terminating') {
      this.cancel(key);
      return;
    }
    const { clock, wheel, interrupt } = this.#options;
    const rest = untilDeadline(pod, clock.now());
    if (Number.isFinite(rest)) wheel.set(deadlineOf(key), Math.max(rest, 0), () => interrupt(key));
    if (mayRetry && waitsForRetry(pod)) this.#retryLater(key, pod);
  }

  /** Cancels the times of a pod. */
  cancel(key: string): void {
    const { wheel } = this.#options;
    wheel.cancel(deadlineOf(key));
    wheel.cancel(retryOf(key));
  }

  #retryLater(key: string, pod: Pod): void {
    const { wheel, stages, interrupt } = this.#options;
    const delay = stages.retryDelayOf(pod);
    if (delay === undefined || wheel.has(retryOf(key))) return;
    wheel.set(retryOf(key), delay, () => {
      stages.retryPulls(pod);
      interrupt(key);
    });
  }
}

/** States in which other containers may wait for an image. */
const BUSY_STATES: readonly PodState[] = ['Ending', 'BackingOff'];

/** Keys of timers. Keys of pods contain no space. */
const deadlineOf = (key: string): string => `${key} deadline`;
const retryOf = (key: string): string => `${key} retry`;
