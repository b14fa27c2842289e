import { EmptyState, EmptyStateBody } from '@patternfly/react-core';
import HistoryIcon from '@patternfly/react-icons/dist/esm/icons/history-icon';
import type { Event } from '../../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import { findResource } from '../../../client/discovery.ts';
import { EventsTable } from '../../components/EventsTable.tsx';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';
import { useCollection } from '../../hooks/use-collection.ts';

/** The events about an object. */
export function ObjectEvents({ object }: { readonly object: ApiObject }) {
  const events = findResource(useDiscovery(), 'events', '');
  const { namespace, uid = '' } = object.metadata;
  const { items, isLoaded, error, retry } = useCollection<Event>(
    // Events about cluster-scoped objects are in the default namespace.
    events && {
      group: events.group,
      version: events.version,
      resource: events.resource,
      namespace: namespace ?? 'default',
    },
    { fieldSelector: `involvedObject.uid=${uid}` },
  );
  if (!isLoaded && error) return <ErrorState error={error} onRetry={retry} />;
  if (isLoaded && items.length === 0) {
    return (
      <EmptyState titleText="No recent events" icon={HistoryIcon} headingLevel="h2" variant="sm">
        <EmptyStateBody>Events about this object appear here.</EmptyStateBody>
      </EmptyState>
    );
  }
  return <EventsTable events={items} isLoading={!isLoaded} />;
}
