import { useSyncExternalStore } from 'react';
import { useApplication } from './use-application.ts';

const never = () => () => undefined;

/** Returns the last revision of the saved session that the cluster plays; undefined for clusters that run. */
export function usePlaysUntil(): number | undefined {
  const { clusters } = useApplication();
  return useSyncExternalStore(clusters?.subscribe ?? never, () => clusters?.getState().shown.playsUntil);
}
