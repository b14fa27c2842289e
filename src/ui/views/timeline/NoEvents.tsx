import { Button, EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import ClockIcon from '@patternfly/react-icons/dist/esm/icons/clock-icon';
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon';
import StreamIcon from '@patternfly/react-icons/dist/esm/icons/stream-icon';
import { useState } from 'react';
import { useStore } from 'zustand';
import { errorText } from '../../../api/error-text.ts';
import { ApiError } from '../../../client/api-error.ts';
import { type DiscoveredResource, groupResourceKey } from '../../../client/discovery.ts';
import { createSample } from '../../commands/create-sample.ts';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { useApplication } from '../../hooks/use-application.ts';
import { pluralKind } from '../../state/objects/navigation.ts';

interface NoEventsProps {
  /** The kinds that the timeline can record. */
  readonly kinds: readonly DiscoveredResource[];
  /** Number of events outside the time range. */
  readonly outside: number;
  /** Number of events hidden by filters. */
  readonly hidden: number;
  readonly onShowAll: () => void;
  readonly onClearFilters: () => void;
}

/** An empty timeline, with the reason and actions. */
export function NoEvents({ kinds, outside, hidden, onShowAll, onClearFilters }: NoEventsProps) {
  const application = useApplication();
  const errors = useStore(application.timeline.store, (state) => state.errors);
  const [isCreating, setCreating] = useState(false);
  const create = async () => {
    setCreating(true);
    await createSample(application).catch((error: unknown) => {
      const detail = errorText(error);
      application.notifications.getState().notify('danger', 'The sample could not be created', detail);
    });
    setCreating(false);
  };
  if (outside > 0) {
    return (
      <EmptyState titleText="No events in this time range" icon={ClockIcon} headingLevel="h2" variant="sm">
        <EmptyStateBody>
          {outside === 1 ? '1 event is' : `${outside.toLocaleString('en')} events are`} outside it.
        </EmptyStateBody>
        <EmptyStateFooter>
          <Button onClick={onShowAll}>Show all events</Button>
        </EmptyStateFooter>
      </EmptyState>
    );
  }
  if (hidden > 0) {
    return (
      <EmptyState titleText="No events match" icon={SearchIcon} headingLevel="h2" variant="sm">
        <EmptyStateBody>The filters hide {hidden === 1 ? '1 event' : `${hidden} events`}.</EmptyStateBody>
        <EmptyStateFooter>
          <Button onClick={onClearFilters}>Clear filters</Button>
        </EmptyStateFooter>
      </EmptyState>
    );
  }
  const denied = kinds.filter((kind) => isDenial(errors.get(groupResourceKey(kind))));
  const [first] = denied;
  if (first) {
    return (
      <ErrorState error={errors.get(groupResourceKey(first))}>
        <p>Changes of these kinds are not recorded: {denied.map(pluralKind).toSorted().join(', ')}.</p>
      </ErrorState>
    );
  }
  return (
    <EmptyState titleText="No events yet" icon={StreamIcon} headingLevel="h2" variant="sm">
      <EmptyStateBody>
        Every object that is created, changed or deleted appears here, with the changed fields and the author.
      </EmptyStateBody>
      <EmptyStateFooter>
        <EmptyStateActions>
          <Button onClick={() => void create()} isLoading={isCreating} isDisabled={isCreating}>
            Create sample
          </Button>
        </EmptyStateActions>
      </EmptyStateFooter>
    </EmptyState>
  );
}

const isDenial = (error: unknown): boolean => error instanceof ApiError && error.isForbidden;
