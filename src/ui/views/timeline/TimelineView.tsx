import './timeline.css';
import { Alert, Flex, FlexItem, PageSection, Title } from '@patternfly/react-core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useApplication, useDiscovery, useIdentityKey } from '../../hooks/use-application.ts';
import { useTitle } from '../../hooks/use-title.ts';
import type { TimelineSearch } from '../../state/search-parameters.ts';
import { timelineKinds } from '../../state/timeline.ts';
import { filterEvents, MOST_EVENTS, TIMELINE_EVENT_TYPES, type TimelineEvent } from '../../state/timeline-store.ts';
import { EventDetails } from './EventDetails.tsx';
import { EventLog } from './EventLog.tsx';
import { Lanes } from './Lanes.tsx';
import { NoEvents } from './NoEvents.tsx';
import { TimelineActions } from './TimelineActions.tsx';
import { TimelineToolbar } from './TimelineToolbar.tsx';
import { useTimeAxis } from './use-time-axis.ts';

const route = getRouteApi('/timeline');

/** What happens in the cluster, as it happens. */
export function TimelineView() {
  const { kinds: named, types: wanted, filter = '', namespace } = route.useSearch();
  const navigate = route.useNavigate();
  const { timeline } = useApplication();
  const { events, isPaused, errors } = useStore(timeline.store);
  const [selected, setSelected] = useState<TimelineEvent>();
  const discovery = useDiscovery();
  const identity = useIdentityKey();
  const kinds = useMemo(() => timelineKinds(discovery, named), [discovery, named]);
  const axis = useTimeAxis(isPaused);
  useTitle('Timeline');
  useEffect(() => timeline.follow(kinds.chosen, identity), [timeline, kinds, identity]);

  const types = useMemo(
    () => new Set(TIMELINE_EVENT_TYPES.filter((type) => wanted === undefined || wanted.split(',').includes(type))),
    [wanted],
  );
  const shown = useMemo(
    () => filterEvents(events, { text: filter, namespace, types }),
    [events, filter, namespace, types],
  );
  const change = (search: TimelineSearch) => void navigate({ search: (old) => ({ ...old, ...search }), replace: true });
  const failed = kinds.chosen.filter(({ group, resource }) => errors.has(`${group}/${resource}`));
  return (
    <>
      <PageSection className="tp-header" hasBodyWrapper={false}>
        <Flex alignItems={{ default: 'alignItemsCenter' }} gap={{ default: 'gapSm' }}>
          <Title headingLevel="h1">Timeline</Title>
          <FlexItem className="tp-subtle">
            {countText(shown.length, events.length)}
            {events.length === MOST_EVENTS && ', older ones are forgotten'}
          </FlexItem>
          <FlexItem align={{ default: 'alignRight' }}>
            <TimelineActions axis={axis} />
          </FlexItem>
        </Flex>
      </PageSection>
      <TimelineToolbar kinds={kinds} types={types} filter={filter} onChange={change} />
      {failed.map(({ group, resource, kind }) => (
        <Alert key={kind} variant="warning" isInline isPlain title={`${kind} cannot be watched at the moment`}>
          {messageOf(errors.get(`${group}/${resource}`))}
        </Alert>
      ))}
      {shown.length === 0 ? (
        <NoEvents
          kinds={kinds.chosen.length}
          hidden={events.length}
          onClearFilters={() =>
            void navigate({ search: (old) => ({ ...old, filter: undefined, types: undefined, namespace: undefined }) })
          }
        />
      ) : (
        <div className="tp-timeline">
          <div className="tp-timeline-main">
            <Lanes events={shown} axis={axis} selected={selected} onSelect={setSelected} />
            <EventLog events={shown} selected={selected} onSelect={setSelected} />
          </div>
          {selected && <EventDetails event={selected} events={events} onSelect={setSelected} />}
        </div>
      )}
    </>
  );
}

const countText = (shown: number, all: number): string => {
  const total = `${all.toLocaleString('en')} ${all === 1 ? 'event' : 'events'}`;
  return shown === all ? total : `${shown.toLocaleString('en')} of ${total}`;
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
