import './timeline.css';
import { Button, Flex, FlexItem, PageSection, Title } from '@patternfly/react-core';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { groupResourceKey } from '../../../client/discovery.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { useNamespaces } from '../../hooks/use-namespaces.ts';
import { useStableCallback } from '../../hooks/use-stable-callback.ts';
import { useTimeline } from '../../hooks/use-timeline.ts';
import { useTitle } from '../../hooks/use-title.ts';
import type { TimelineSearch } from '../../state/search-parameters.ts';
import { eventMatcher, followingFilter } from '../../state/timeline/event-filter.ts';
import { followingBounds } from '../../state/timeline/events-between.ts';
import { rangeText } from '../../state/timeline/time-range.ts';
import { namedKinds, recordableResources } from '../../state/timeline/timeline.ts';
import { DEFAULT_TYPES, TIMELINE_EVENT_TYPES, type TimelineEvent } from '../../state/timeline/timeline-event.ts';
import { EventDetails } from './EventDetails.tsx';
import { EventLog } from './EventLog.tsx';
import { Lanes } from './Lanes.tsx';
import { NoEvents } from './NoEvents.tsx';
import { RecordingStatus } from './RecordingStatus.tsx';
import { TimelineActions } from './TimelineActions.tsx';
import { TimelineToolbar } from './TimelineToolbar.tsx';
import { useTimeAxis } from './use-time-axis.ts';

const route = getRouteApi('/timeline');

/** Live and recorded changes of the cluster's objects. */
export function TimelineView() {
  const { kinds: named, types: wanted, filter = '', range } = route.useSearch();
  const namespaces = useNamespaces();
  const navigate = route.useNavigate();
  const { timeline } = useApplication();
  const isPaused = useStore(timeline.store, (state) => state.isPaused);
  const [selectedId, setSelectedId] = useState<number>();
  const discovery = useDiscovery();
  const all = useMemo(() => recordableResources(discovery), [discovery]);
  const kinds = useMemo(() => namedKinds(discovery, named), [discovery, named]);
  const events = useShownKinds(kinds?.map(groupResourceKey).join());
  useTitle('Timeline');
  // Opening the view also retries failed kinds.
  useEffect(() => timeline.include(kinds ?? [], namespaces), [timeline, kinds, namespaces]);

  const types = useMemo(
    () =>
      new Set(TIMELINE_EVENT_TYPES.filter((type) => wanted?.split(',').includes(type) ?? DEFAULT_TYPES.includes(type))),
    [wanted],
  );
  const follow = useMemo(
    () => followingFilter(eventMatcher({ text: filter, namespaces, types })),
    [filter, namespaces, types],
  );
  const filtered = follow(events);
  const selected = useMemo(() => filtered.find(({ id }) => id === selectedId), [filtered, selectedId]);
  const change = useCallback(
    (search: TimelineSearch) => void navigate({ search: (old) => ({ ...old, ...search }), replace: true }),
    [navigate],
  );
  const changeRange = useCallback((text: string) => change({ range: text }), [change]);
  const first = useMemo(() => filtered.reduce((least, { time }) => Math.min(least, time), Infinity), [filtered]);
  const axis = useTimeAxis({
    isPaused,
    text: range,
    onChange: changeRange,
    first: first === Infinity ? undefined : first,
    selected: selected?.time,
  });
  const boundsNow = useStableCallback(() => axis);
  const followVisible = useMemo(followingBounds, []);
  const visible = followVisible(filtered, axis);
  const select = useStableCallback((event: TimelineEvent | undefined) => {
    setSelectedId(event?.id);
    if (event) axis.reveal(event.time);
  });
  const outside = filtered.length - visible.length;
  return (
    <>
      <PageSection className="tp-header" hasBodyWrapper={false}>
        <Flex alignItems={{ default: 'alignItemsCenter' }} gap={{ default: 'gapSm' }}>
          <Title headingLevel="h1">Timeline</Title>
          <FlexItem className="tp-subtle">{countText(visible.length, events.length)}</FlexItem>
          <RecordingStatus all={all} />
          <FlexItem align={{ default: 'alignRight' }}>
            <TimelineActions axis={axis} />
          </FlexItem>
        </Flex>
      </PageSection>
      <TimelineToolbar
        {...{ types, filter, boundsNow }}
        kinds={all}
        chosenKinds={kinds}
        range={rangeText(axis.range)}
        onChange={change}
      />
      {visible.length === 0 ? (
        <NoEvents
          kinds={kinds ?? all}
          outside={outside}
          hidden={events.length - filtered.length}
          onShowAll={() => change({ range: 'all' })}
          onClearFilters={() =>
            void navigate({
              search: (old) => ({
                ...old,
                filter: undefined,
                types: undefined,
                kinds: undefined,
                namespace: undefined,
              }),
            })
          }
        />
      ) : (
        <div className="tp-timeline">
          <div className="tp-timeline-main">
            <Lanes events={filtered} visible={visible} axis={axis} selected={selected} onSelect={select} />
            <EventLog events={visible} now={axis.now} selected={selected} onSelect={select} />
            {outside > 0 && (
              <p className="tp-outside">
                {outside === 1 ? '1 event is' : `${outside.toLocaleString('en')} events are`} outside this time range.{' '}
                <Button variant="link" isInline onClick={() => change({ range: 'all' })}>
                  Show all
                </Button>
              </p>
            )}
          </div>
          {selected && <EventDetails event={selected} events={events} now={axis.now} onSelect={select} />}
        </div>
      )}
    </>
  );
}

/**
 * Returns the events of the selected kinds that are not cleared. `kinds`: their keys, separated by commas; undefined
 * for all.
 */
function useShownKinds(kinds: string | undefined): readonly TimelineEvent[] {
  const { events, clearedId } = useTimeline();
  const follow = useMemo(() => {
    const keys = kinds?.split(',');
    return followingFilter(
      ({ id, resource }) => id > clearedId && (keys?.includes(groupResourceKey(resource)) ?? true),
    );
  }, [clearedId, kinds]);
  return follow(events);
}

const countText = (shown: number, all: number): string => {
  const total = `${all.toLocaleString('en')} ${all === 1 ? 'event' : 'events'}`;
  return shown === all ? total : `${shown.toLocaleString('en')} of ${total}`;
};
