import type { Clock } from '../../../api/environment.ts';

const SECOND = 1000;

/** The seconds of a clock. All subscribers are called in one task, so that a page with many ages renders once. */
export interface Ticks {
  /** Returns the time of the last tick in milliseconds, which stays the same for a second. */
  now(): number;
  /** Calls back every second until the returned function is called. */
  subscribe(callback: () => void): () => void;
}

const known = new WeakMap<Clock, Ticks>();

/** Returns the shared ticks of a clock. */
export function ticksOf(clock: Clock): Ticks {
  const ticks = known.get(clock) ?? createTicks(clock);
  known.set(clock, ticks);
  return ticks;
}

function createTicks(clock: Clock): Ticks {
  const followers = new Set<() => void>();
  let time = clock.now();
  let cancel: (() => void) | undefined;
  const now = (): number => {
    if (Math.abs(clock.now() - time) >= SECOND) time = clock.now();
    return time;
  };
  const tick = (): void => {
    cancel = clock.after(SECOND, tick);
    time = clock.now();
    for (const callback of followers) callback();
  };
  return {
    now,
    subscribe(callback) {
      const follower = (): void => callback();
      followers.add(follower);
      cancel ??= clock.after(SECOND, tick);
      return () => {
        followers.delete(follower);
        if (followers.size > 0) return;
        cancel?.();
        cancel = undefined;
      };
    },
  };
}
