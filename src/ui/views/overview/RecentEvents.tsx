import { errorText } from '../../../api/error-text.ts';
import type { Event } from '../../../api/kinds/core-v1.generated.ts';
import { findResource } from '../../../client/discovery.ts';
import { EventsTable } from '../../components/EventsTable.tsx';
import { TitledCard } from '../../components/TitledCard.tsx';
import { ServerMessage } from '../../components/text/ServerMessage.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';
import { useCollection } from '../../hooks/use-collection.ts';
import { addressesIn } from '../../state/objects/addresses.ts';

const MOST_SHOWN = 12;

/** The newest events of some namespaces or all. */
export function RecentEvents({ namespaces }: { readonly namespaces: readonly string[] }) {
  const events = findResource(useDiscovery(), 'events', '');
  const { items, isLoaded, error } = useCollection<Event>(events && addressesIn(events, namespaces));
  return (
    <TitledCard title="Recent events">
      {error !== undefined && !isLoaded ? (
        <p className="tp-subtle">
          <ServerMessage>{errorText(error)}</ServerMessage>
        </p>
      ) : isLoaded && items.length === 0 ? (
        <p className="tp-subtle">No recent events. Events reported by controllers appear here.</p>
      ) : (
        <EventsTable
          events={items.toSorted((one, other) => writtenAt(one) - writtenAt(other)).slice(-MOST_SHOWN)}
          isLoading={!isLoaded}
          withObject
        />
      )}
    </TitledCard>
  );
}

const writtenAt = ({ metadata }: Event): number => Number(metadata.resourceVersion ?? 0);
