import { useStore } from 'zustand';
import { clusterTime } from '../state/stores/cluster-clock-store.ts';
import { useApplication } from './use-application.ts';
import { useNow } from './use-now.ts';

/** The time of the cluster in milliseconds, updated every second while the component is mounted. */
export function useClusterNow(): number {
  const time = useStore(useApplication().clusterClock);
  // What the page learned since its last tick is newer than that tick.
  return clusterTime(time, Math.max(useNow(), time.since));
}
