import { Button, EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import ClockIcon from '@patternfly/react-icons/dist/esm/icons/clock-icon';
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon';
import StreamIcon from '@patternfly/react-icons/dist/esm/icons/stream-icon';
import { useState } from 'react';
import { errorText } from '../../../api/error-text.ts';
import { createSample } from '../../commands/create-sample.ts';
import { useApplication } from '../../hooks/use-application.ts';

interface NoEventsProps {
  /** Number of events outside the time range. */
  readonly outside: number;
  /** Number of events hidden by filters. */
  readonly hidden: number;
  readonly onShowAll: () => void;
  readonly onClearFilters: () => void;
}

/** An empty timeline, with the reason and actions. */
export function NoEvents({ outside, hidden, onShowAll, onClearFilters }: NoEventsProps) {
  const application = useApplication();
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
