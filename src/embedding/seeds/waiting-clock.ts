import type { ClusterClock } from '../../api/cluster-clock.ts';
import type { Clock } from '../../api/environment.ts';

/** Returns a clock for waiting until controllers have done something. Those of a paused cluster are given a turn. */
export const waitingClock = (platform: Clock, clock: ClusterClock): Clock => ({
  now: () => platform.now(),
  after(milliseconds, callback) {
    if (clock.setting.rate > 0) return platform.after(milliseconds, callback);
    let isCanceled = false;
    void clock.advanceTo(clock.now()).then(() => (isCanceled ? undefined : callback()));
    return () => {
      isCanceled = true;
    };
  },
});
