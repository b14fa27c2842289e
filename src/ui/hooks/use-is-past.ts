import { useStore } from 'zustand';
import { useApplication } from './use-application.ts';
import { usePlaysUntil } from './use-plays-until.ts';

/** Reports whether the app shows the past or a saved session, in which no controllers run. */
export function useIsPast(): boolean {
  const at = useStore(useApplication().moment, (state) => state.at);
  return usePlaysUntil() !== undefined || at !== undefined;
}
