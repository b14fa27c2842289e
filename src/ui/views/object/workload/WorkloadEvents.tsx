import { useMemo } from 'react';
import { errorText } from '../../../../api/error-text.ts';
import type { ReplicaSet } from '../../../../api/kinds/apps-v1.generated.ts';
import type { Event } from '../../../../api/kinds/core-v1.generated.ts';
import { findResource } from '../../../../client/discovery.ts';
import type { Workload } from '../../../../client/objects/workload.ts';
import { EventsTable } from '../../../components/EventsTable.tsx';
import { TitledCard } from '../../../components/TitledCard.tsx';
import { ServerMessage } from '../../../components/text/ServerMessage.tsx';
import { useDiscovery } from '../../../hooks/use-application.ts';
import { useCollection } from '../../../hooks/use-collection.ts';
import type { PodRow } from '../../../state/objects/workloads/pod-rows.ts';

interface WorkloadEventsProps {
  readonly workload: Workload;
  readonly sets: readonly ReplicaSet[];
  readonly pods: readonly PodRow[];
}

const MOST_SHOWN = 30;

/** The newest events about a workload, its replica sets and its pods. */
export function WorkloadEvents({ workload, sets, pods }: WorkloadEventsProps) {
  const events = findResource(useDiscovery(), 'events', '');
  const { namespace = '' } = workload.metadata;
  const { items, isLoaded, error } = useCollection<Event>(
    events && { group: events.group, version: events.version, resource: events.resource, namespace },
  );
  const shown = useMemo(() => {
    const uids = new Set([workload, ...sets, ...pods].map(({ metadata }) => metadata.uid));
    return items.filter(({ involvedObject }) => uids.has(involvedObject?.uid)).slice(-MOST_SHOWN);
  }, [items, workload, sets, pods]);
  return (
    <TitledCard title="Events">
      {error !== undefined && !isLoaded ? (
        <p className="tp-subtle">
          <ServerMessage>{errorText(error)}</ServerMessage>
        </p>
      ) : isLoaded && shown.length === 0 ? (
        <p className="tp-subtle">No recent events.</p>
      ) : (
        <EventsTable events={shown} isLoading={!isLoaded} withObject />
      )}
    </TitledCard>
  );
}
