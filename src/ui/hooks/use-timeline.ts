import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useApplication } from './use-application.ts';
import { useLiveStore } from './use-live-store.ts';

/** Returns the timeline, without the changes after the moment that the app shows. */
export function useTimeline() {
  const { timeline, moment } = useApplication();
  const at = useStore(moment, (state) => state.at);
  const state = useLiveStore(timeline.store);
  const { events } = state;
  const until = useMemo(
    () => (at === undefined ? events : events.filter(({ revision }) => revision <= at)),
    [events, at],
  );
  return { ...state, events: until };
}
