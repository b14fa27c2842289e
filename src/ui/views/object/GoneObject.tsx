import {
  Button,
  EmptyState,
  EmptyStateActions,
  EmptyStateBody,
  EmptyStateFooter,
  PageSection,
  Title,
} from '@patternfly/react-core';
import CubesIcon from '@patternfly/react-icons/dist/esm/icons/cubes-icon';
import { useNavigate } from '@tanstack/react-router';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { Age } from '../../components/Age.tsx';
import { useHistory } from '../../hooks/use-history.ts';
import { resourceParameters } from '../../state/objects/addresses.ts';
import { pluralKind } from '../../state/objects/navigation.ts';
import { deletionRequest } from '../../state/timeline/event-facts.ts';
import type { ObjectName } from '../../state/timeline/object-history.ts';
import type { TimelineEvent } from '../../state/timeline/timeline-event.ts';
import { ObjectHistory } from './ObjectHistory.tsx';

interface GoneObjectProps {
  readonly resource: DiscoveredResource;
  readonly name: ObjectName;
}

/** The page of an object that does not exist, with its history; the object appears when it is created. */
export function GoneObject({ resource, name }: GoneObjectProps) {
  const navigate = useNavigate();
  const { events } = useHistory(resource, name);
  const [last] = events;
  const deletion = last?.type === 'DELETED' ? last : undefined;
  const title = deletion ? `${resource.kind} “${name.name}” was deleted` : `${resource.kind} “${name.name}” not found`;
  return (
    <>
      <EmptyState titleText={title} icon={CubesIcon} headingLevel="h1" variant={deletion ? 'sm' : 'full'}>
        <EmptyStateBody>
          {deletion ? (
            <Deletion event={deletion} events={events} />
          ) : (
            'It was deleted or never created. When it is created, it appears here.'
          )}
        </EmptyStateBody>
        <EmptyStateFooter>
          <EmptyStateActions>
            <Button
              onClick={() =>
                void navigate({ to: '/objects/$group/$version/$resource', params: resourceParameters(resource) })
              }
            >
              Show all {pluralKind(resource)}
            </Button>
          </EmptyStateActions>
        </EmptyStateFooter>
      </EmptyState>
      {events.length > 0 && (
        <>
          <PageSection hasBodyWrapper={false}>
            <Title headingLevel="h2">History</Title>
          </PageSection>
          <ObjectHistory resource={resource} name={name} />
        </>
      )}
    </>
  );
}

function Deletion({ event, events }: { readonly event: TimelineEvent; readonly events: readonly TimelineEvent[] }) {
  const request = deletionRequest(event, events)?.request ?? event.request;
  return (
    <>
      {request ? `Deleted by ${request.user}` : 'Deleted'}{' '}
      {event.timeSource !== 'estimate' && (
        <>
          <Age timestamp={new Date(event.time).toISOString()} /> ago
        </>
      )}
      . If it is created again, it appears here.
    </>
  );
}
