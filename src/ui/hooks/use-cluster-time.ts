import { useCallback, useSyncExternalStore } from 'react';
import { clusterTime } from '../state/stores/cluster-clock-store.ts';
import { ticksOf } from '../state/stores/ticks.ts';
import { useApplication } from './use-application.ts';

const SECOND = 1000;

/**
 * Returns the cluster's time as formatted by `textOf`, which receives milliseconds. The text is computed every second, and
 * the component renders only when it changes.
 */
export function useClusterTime(textOf: (now: number) => string): string {
  const { clusterClock, platform } = useApplication();
  const ticks = ticksOf(platform.clock);
  const subscribe = useCallback(
    (callback: () => void) => {
      const leaving = [ticks.subscribe(callback), clusterClock.subscribe(callback)];
      return () => {
        for (const leave of leaving) leave();
      };
    },
    [ticks, clusterClock],
  );
  return useSyncExternalStore(subscribe, () => {
    const time = clusterClock.getState();
    // The page may have read the cluster's clock after the last tick.
    return textOf(clusterTime(time, Math.max(ticks.now(), time.since)));
  });
}

/** Returns a time of the cluster's current day, in milliseconds. */
export const useClusterDay = (): number => Date.parse(useClusterTime((now) => new Date(now).toDateString()));

/** Returns the cluster's time in milliseconds, to the second, updated every second while the component is mounted. */
export const useClusterSeconds = (): number =>
  Number(useClusterTime((now) => String(Math.floor(now / SECOND) * SECOND)));
