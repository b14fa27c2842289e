import type { ClusterClock } from '../api/cluster-clock.ts';
import { moveStoredClock, storeClock } from '../server/objects/stored-clock.ts';
import type { Storage } from '../storage/storage.ts';
import type { EmbeddedClock } from './cluster.ts';
import type { ControllersOnDemand } from './controllers-on-demand.ts';
import { milliseconds } from './options/milliseconds.ts';

/** The parts on which a clock acts: the clock of the current server, and the storage that keeps its setting. */
export interface ClockParts {
  readonly clock: ClusterClock;
  readonly storage: Storage;
  /** Controllers that must run when time passes. */
  readonly controllers: Pick<ControllersOnDemand, 'start'>;
}

/** A clock whose steps can be ended by a call, where no signal can be passed. */
export interface ControlledClock extends EmbeddedClock {
  /** Ends the pending steps; they reject. */
  endSteps(): Promise<void>;
}

/**
 * Returns the clock of a cluster, whose parts a reset replaces.
 * @param timePassed called when time was moved forward
 */
export function embeddedClock(
  parts: () => Promise<ClockParts>,
  timePassed: (milliseconds: number) => void = () => undefined,
): ControlledClock {
  let rate = 1;
  const change = async (apply: (clock: ClusterClock) => unknown): Promise<void> => {
    const { clock, storage } = await parts();
    await apply(clock);
    await storeClock(clock, storage);
  };
  const letRun = async (apply: (clock: ClusterClock) => unknown): Promise<void> => {
    await (await parts()).controllers.start();
    await change(apply);
  };
  return {
    now: async () => (await parts()).clock.now(),
    pause: () =>
      change((clock) => {
        rate = clock.setting.rate || rate;
        clock.setRate(0);
      }),
    resume: () => letRun((clock) => clock.setting.rate === 0 && clock.setRate(rate)),
    step: async (duration, options) => {
      const passed = milliseconds('time only moves forward: a step of the clock', duration);
      options?.signal?.throwIfAborted();
      const { clock, storage, controllers } = await parts();
      await controllers.start();
      const before = clock.now();
      try {
        // Steps that were requested earlier have ended when this one begins.
        await moveStoredClock(clock, storage, () => clock.now() + passed, options);
      } finally {
        timePassed(clock.now() - before);
      }
    },
    endSteps: async () => (await parts()).clock.endMoves(),
    speed: async (next) => {
      if (!(next >= 0 && Number.isFinite(next))) throw new RangeError('a speed is a number from 0');
      await letRun((clock) => clock.setRate(next));
    },
  };
}
