import { useSyncExternalStore } from 'react';
import { ticksOf } from '../state/stores/ticks.ts';
import { useApplication } from './use-application.ts';

/** The time in milliseconds, updated every second while the component is mounted. */
export function useNow(): number {
  const ticks = ticksOf(useApplication().platform.clock);
  return useSyncExternalStore(ticks.subscribe, ticks.now);
}
