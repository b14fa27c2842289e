import { useCallback, useSyncExternalStore } from 'react';
import { clusterTime } from '../state/stores/cluster-clock-store.ts';
import { ticksOf } from '../state/stores/ticks.ts';
import { useApplication } from './use-application.ts';

const SECOND = 1000;

/**
 * Returns the text of the cluster's time, which `textOf` makes of its milliseconds. The component is rendered only when the
 * text changes, which is checked every second.
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
    // What the page learned since its last tick is newer than that tick.
    return textOf(clusterTime(time, Math.max(ticks.now(), time.since)));
  });
}

/** Returns the cluster's time in milliseconds, to the second, updated every second while the component is mounted. */
export const useClusterSeconds = (): number =>
  Number(useClusterTime((now) => String(Math.floor(now / SECOND) * SECOND)));
