import { Card, CardBody, CardTitle } from '@patternfly/react-core';
import { errorText } from '../../../api/error-text.ts';
import type { Event } from '../../../api/kinds/core-v1.generated.ts';
import { findResource } from '../../../client/discovery.ts';
import { EventsTable } from '../../components/EventsTable.tsx';
import { ServerMessage } from '../../components/text/ServerMessage.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';
import { useCollection } from '../../hooks/use-collection.ts';

const MOST_SHOWN = 12;

/** The newest events of one namespace or all. */
export function RecentEvents({ namespace }: { readonly namespace: string | undefined }) {
  const events = findResource(useDiscovery(), 'events', '');
  const { items, isLoaded, error } = useCollection<Event>(
    events && { ...addressOf(events), ...(namespace ? { namespace } : {}) },
  );
  return (
    <Card isCompact>
      <CardTitle component="h2">Recent events</CardTitle>
      <CardBody>
        {error !== undefined && !isLoaded ? (
          <p className="tp-subtle">
            <ServerMessage>{errorText(error)}</ServerMessage>
          </p>
        ) : isLoaded && items.length === 0 ? (
          <p className="tp-subtle">No recent events. Events reported by controllers appear here.</p>
        ) : (
          <EventsTable events={items.slice(-MOST_SHOWN)} isLoading={!isLoaded} withObject />
        )}
      </CardBody>
    </Card>
  );
}

const addressOf = ({ group, version, resource }: { group: string; version: string; resource: string }) => ({
  group,
  version,
  resource,
});
