import type { ClusterClock } from '../api/cluster-clock.ts';
import { writeSetting } from '../server/objects/cluster-settings.ts';
import type { Storage } from '../storage/storage.ts';
import type { EmbeddedClock } from './cluster.ts';
import type { ControllersOnDemand } from './controllers-on-demand.ts';

/** What a clock acts on: that of the server that runs now, and the data that keeps its setting. */
export interface ClockParts {
  readonly clock: ClusterClock;
  readonly storage: Storage;
  /** Controllers that work when time passes. */
  readonly controllers: Pick<ControllersOnDemand, 'start'>;
}

/**
 * Returns the clock of a cluster, whose parts a reset replaces.
 * @param timePassed called when time was moved forward
 */
export function embeddedClock(
  parts: () => Promise<ClockParts>,
  timePassed: (milliseconds: number) => void = () => undefined,
): EmbeddedClock {
  let rate = 1;
  const change = async (apply: (clock: ClusterClock) => unknown): Promise<void> => {
    const { clock, storage } = await parts();
    await apply(clock);
    await writeSetting(storage, 'clock', clock.setting);
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
    step: async (milliseconds) => {
      if (!(milliseconds >= 0)) throw new RangeError('time only moves forward');
      await letRun((clock) => clock.advanceTo(clock.now() + milliseconds));
      timePassed(milliseconds);
    },
    speed: async (next) => {
      if (!(next >= 0 && Number.isFinite(next))) throw new RangeError('a speed is a number from 0');
      await letRun((clock) => clock.setRate(next));
    },
  };
}
