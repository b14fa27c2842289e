import type { ClusterClock } from '../../api/cluster-clock.ts';
import type { Clock } from '../../api/environment.ts';

/**
 * Returns a clock for waiting for controllers. Controllers of a paused cluster get a chance to work.
 * @param start starts the controllers if they do not run
 */
export const waitingClock = (platform: Clock, clock: ClusterClock, start: () => Promise<void>): Clock => ({
  now: () => platform.now(),
  after(milliseconds, callback) {
    const turn = new AbortController();
    const call = (): void => {
      if (!turn.signal.aborted) callback();
    };
    void start().then(() => {
      if (clock.setting.rate > 0) platform.after(milliseconds, call);
      else void clock.advanceTo(clock.now()).then(call);
    });
    return () => turn.abort();
  },
});
