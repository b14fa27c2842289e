import {
  Button,
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
  Tab,
  Tabs,
  TabTitleText,
  Title,
} from '@patternfly/react-core';
import TimesIcon from '@patternfly/react-icons/dist/esm/icons/times-icon';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { EventChanges } from '../../components/events/EventChanges.tsx';
import { EventIcon } from '../../components/events/EventMark.tsx';
import { RequestLink } from '../../components/events/RequestLink.tsx';
import { RevisionActions } from '../../components/events/revisions/RevisionActions.tsx';
import { objectParameters } from '../../state/objects/addresses.ts';
import { deletionRequest, eventTimeText, TIME_SOURCES } from '../../state/timeline/event-facts.ts';
import { managerOf } from '../../state/timeline/merge-events.ts';
import { laneKeyOf, type TimelineEvent, typedObject } from '../../state/timeline/timeline-event.ts';
import { objectText } from '../yaml/yaml-documents.ts';

interface EventDetailsProps {
  readonly event: TimelineEvent;
  /** All events, to find those of the same object. */
  readonly events: readonly TimelineEvent[];
  /** The current time. */
  readonly now: number;
  readonly onSelect: (event: TimelineEvent | undefined) => void;
}

/** Id of the tab panel. */
const PANEL = 'event-part';

/** An event with its changes and the object at that time. */
export function EventDetails({ event, events, now, onSelect }: EventDetailsProps) {
  const [tab, setTab] = useState<string | number>('changes');
  const { type, resource, object, request } = event;
  const manager = managerOf(event);
  const { name, namespace, resourceVersion } = object.metadata;
  const ofObject = useMemo(() => events.filter((other) => laneKeyOf(other) === laneKeyOf(event)), [events, event]);
  const index = ofObject.findIndex(({ id }) => id === event.id);
  const step = (to: number) => ofObject[to] && onSelect(ofObject[to]);
  const hasChanges = type === 'MODIFIED' || event.isStateless === true;
  const requested = deletionRequest(event, ofObject);
  return (
    <aside className="tp-event" aria-label="Event">
      <div className="tp-event-header">
        <Title headingLevel="h2" size="lg" className="tp-event-title">
          <EventIcon type={type} /> {name ?? `Bookmark of ${resource.resource}`}
        </Title>
        <Button variant="plain" aria-label="Close" icon={<TimesIcon />} onClick={() => onSelect(undefined)} />
      </div>
      <div className="tp-event-steps">
        <Button variant="secondary" size="sm" isDisabled={index <= 0} onClick={() => step(index - 1)}>
          Earlier
        </Button>
        <Button variant="secondary" size="sm" isDisabled={index >= ofObject.length - 1} onClick={() => step(index + 1)}>
          Later
        </Button>
        {name && (
          <Link
            to="/objects/$group/$version/$resource/$in/$name"
            params={objectParameters(resource, { namespace, name })}
            search={{ tab: 'history' }}
          >
            Open object
          </Link>
        )}
        {/* A new key for each event: a restoration that is being prepared must not appear under the name of another one. */}
        <RevisionActions key={event.id} event={event} events={ofObject} />
      </div>
      <DescriptionList isCompact isHorizontal className="tp-event-facts">
        <Fact term="Event">{type}</Fact>
        <Fact term="Time">
          <span title={TIME_SOURCES[event.timeSource]}>{eventTimeText(event, now)}</span>
        </Fact>
        <Fact term="Kind">{resource.kind}</Fact>
        {namespace && <Fact term="Namespace">{namespace}</Fact>}
        <Fact term="Version">{resourceVersion}</Fact>
        {request && (
          <Fact term="Author">
            <RequestLink request={request} />
          </Fact>
        )}
        {requested?.request && (
          <Fact term="Requested by">
            <RequestLink request={requested.request} />
          </Fact>
        )}
        {manager && <Fact term="Field manager">{manager}</Fact>}
      </DescriptionList>
      {hasChanges && (
        <Tabs activeKey={tab} onSelect={(_, key) => setTab(key)} aria-label="Event tabs">
          <Tab eventKey="changes" tabContentId={PANEL} title={<TabTitleText>Changes</TabTitleText>} />
          <Tab eventKey="object" tabContentId={PANEL} title={<TabTitleText>Object</TabTitleText>} />
        </Tabs>
      )}
      <div id={PANEL} role="tabpanel" aria-label="Event details" className="tp-event-content">
        {hasChanges && tab === 'changes' ? <EventChanges event={event} /> : <pre>{objectText(typedObject(event))}</pre>}
      </div>
    </aside>
  );
}

const Fact = ({ term, children }: { readonly term: string; readonly children: React.ReactNode }) => (
  <DescriptionListGroup>
    <DescriptionListTerm>{term}</DescriptionListTerm>
    <DescriptionListDescription>{children}</DescriptionListDescription>
  </DescriptionListGroup>
);
