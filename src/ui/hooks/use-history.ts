import { useEffect, useMemo } from 'react';
import { type DiscoveredResource, groupResourceKey } from '../../client/discovery.ts';
import { historyOf, type ObjectName } from '../state/timeline/object-history.ts';
import type { TimelineEvent } from '../state/timeline/timeline-event.ts';
import { useApplication } from './use-application.ts';
import { useTimeline } from './use-timeline.ts';

export interface HistoryState {
  /** Newest first. */
  readonly events: readonly TimelineEvent[];
  /** Whether all retained changes are loaded. */
  readonly isLoaded: boolean;
  readonly error: unknown;
}

/** Returns the recorded changes of one object and starts recording its kind. */
export function useHistory(resource: DiscoveredResource, { namespace, name }: ObjectName): HistoryState {
  const { timeline } = useApplication();
  const { events, recorded, errors } = useTimeline();
  const key = groupResourceKey(resource);
  useEffect(() => timeline.include([resource], namespace ? [namespace] : []), [timeline, resource, namespace]);
  const history = useMemo(() => historyOf(events, resource, { namespace, name }), [events, resource, namespace, name]);
  return { events: history, isLoaded: recorded.has(key), error: errors.get(key) };
}
