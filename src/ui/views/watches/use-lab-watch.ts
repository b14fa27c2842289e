import { useEffect, useMemo } from 'react';
import { dialectNamed } from '../../../api/dialect.ts';
import { INITIAL_EVENTS_END_ANNOTATION } from '../../../api/kubernetes-names.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { useLiveStore } from '../../hooks/use-live-store.ts';
import { dialectOf } from '../../state/dialect-names.ts';
import { LabWatch, type LabWatchState } from '../../state/watch-lab/lab-watch.ts';

/** Returns a client of the watch lab, and its state. Its connection ends with the component. */
export function useLabWatch(
  { group, version, resource }: DiscoveredResource,
  namespace: string | undefined,
): { readonly watch: LabWatch; readonly state: LabWatchState } {
  const { client, platform } = useApplication();
  const initialEventsEnd = dialectNamed(dialectOf(useDiscovery())).rename(INITIAL_EVENTS_END_ANNOTATION);
  const watch = useMemo(() => {
    const address = { group, version, resource, ...(namespace === undefined ? {} : { namespace }) };
    return new LabWatch({ client, clock: platform.clock, address, initialEventsEnd });
  }, [client, platform, group, version, resource, namespace, initialEventsEnd]);
  useEffect(() => () => watch.close(), [watch]);
  return { watch, state: useLiveStore(watch.store) };
}
