import './object-history.css';
import { Button, EmptyState, EmptyStateBody, PageSection, Skeleton } from '@patternfly/react-core';
import HistoryIcon from '@patternfly/react-icons/dist/esm/icons/history-icon';
import { useMemo, useState } from 'react';
import type { ApiObject } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { Age } from '../../components/Age.tsx';
import { EventChanges } from '../../components/events/EventChanges.tsx';
import { EventIcon } from '../../components/events/EventMark.tsx';
import { RequestLink } from '../../components/events/RequestLink.tsx';
import { RevisionActions } from '../../components/events/revisions/RevisionActions.tsx';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { useClusterSeconds } from '../../hooks/use-cluster-time.ts';
import { useHistory } from '../../hooks/use-history.ts';
import { deletionRequest, EVENT_WORDS, eventTimeText, TIME_SOURCES } from '../../state/timeline/event-facts.ts';
import { managerOf } from '../../state/timeline/merge-events.ts';
import type { ObjectName } from '../../state/timeline/object-history.ts';
import type { TimelineEvent } from '../../state/timeline/timeline-event.ts';

interface ObjectHistoryProps {
  readonly resource: DiscoveredResource;
  readonly name: ObjectName;
  /** Undefined for a deleted object. */
  readonly object?: ApiObject;
}

/** Number of changes shown initially and added by "Show more". */
const PAGE = 50;

/** The changes of one object, newest first, with time, author and fields. */
export function ObjectHistory({ resource, name, object }: ObjectHistoryProps) {
  const { events, isLoaded, error } = useHistory(resource, name);
  const [limit, setLimit] = useState(PAGE);
  if (!resource.verbs.includes('watch'))
    return <NoHistory text={`${resource.kind} has no history because it does not support watch.`} />;
  if (!isLoaded) return error ? <ErrorState error={error} /> : <Loading />;
  if (events.length === 0) {
    return <NoHistory text="The server retains no changes of this object. New changes appear here." since={object} />;
  }
  const hasBeginning = events.at(-1)?.type === 'ADDED';
  return (
    <PageSection hasBodyWrapper={false}>
      <ol className="tp-history" aria-label="Changes, newest first">
        {events.slice(0, limit).map((event) => (
          <HistoryEntry key={event.id} event={event} events={events} />
        ))}
      </ol>
      {events.length > limit ? (
        <Button variant="link" isInline onClick={() => setLimit(limit + PAGE)}>
          Show more
        </Button>
      ) : (
        !hasBeginning && (
          <p className="tp-subtle">
            Earlier changes are no longer retained. <Created object={object} />
          </p>
        )
      )}
    </PageSection>
  );
}

interface HistoryEntryProps {
  readonly event: TimelineEvent;
  readonly events: readonly TimelineEvent[];
}

function HistoryEntry({ event, events }: HistoryEntryProps) {
  const { type, time, timeSource, request, object } = event;
  const now = useClusterSeconds();
  const requested = useMemo(() => deletionRequest(event, events)?.request, [event, events]);
  return (
    <li className="tp-history-entry">
      <div className="tp-history-head">
        <EventIcon type={type} />
        <strong>{EVENT_WORDS[type]}</strong>
        <span>by {request ? <RequestLink request={request} /> : <UnknownAuthor manager={managerOf(event)} />}</span>
        {requested && (
          <span>
            Requested by <RequestLink request={requested} />
          </span>
        )}
        <span className="tp-history-time">
          <span title={TIME_SOURCES[timeSource]}>{eventTimeText(event, now)}</span>
          <span className="tp-subtle">
            <Age timestamp={new Date(time).toISOString()} /> ago
          </span>
          <span className="tp-subtle">revision {object.metadata.resourceVersion}</span>
        </span>
      </div>
      {(type === 'MODIFIED' || event.isStateless) && <EventChanges event={event} />}
      <div className="tp-history-actions">
        <RevisionActions event={event} events={events} />
      </div>
    </li>
  );
}

/** The field manager of a write whose trace is unavailable. */
const UnknownAuthor = ({ manager }: { readonly manager: string | undefined }) => (
  <span className="tp-subtle" title="The request trace is not available">
    {manager ? `an unknown user with field manager ${manager}` : 'an unknown user'}
  </span>
);

const Created = ({ object }: { readonly object: ApiObject | undefined }) =>
  object ? (
    <>
      Created <Age timestamp={object.metadata.creationTimestamp} /> ago.
    </>
  ) : null;

const NoHistory = ({ text, since }: { readonly text: string; readonly since?: ApiObject | undefined }) => (
  <EmptyState titleText="No recorded changes" icon={HistoryIcon} headingLevel="h2" variant="sm">
    <EmptyStateBody>
      {text} <Created object={since} />
    </EmptyStateBody>
  </EmptyState>
);

const Loading = () => (
  <PageSection hasBodyWrapper={false}>
    <Skeleton height="8rem" screenreaderText="Loading history" />
  </PageSection>
);
