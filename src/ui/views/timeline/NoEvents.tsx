import { Button, EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon';
import StreamIcon from '@patternfly/react-icons/dist/esm/icons/stream-icon';
import { useState } from 'react';
import { createSample } from '../../commands/create-sample.ts';
import { useApplication } from '../../hooks/use-application.ts';

interface NoEventsProps {
  /** How many kinds are watched. */
  readonly kinds: number;
  /** How many events there are that the filters hide. */
  readonly hidden: number;
  readonly onClearFilters: () => void;
}

/** In place of events: why there are none and how to get some. */
export function NoEvents({ kinds, hidden, onClearFilters }: NoEventsProps) {
  const application = useApplication();
  const [isCreating, setCreating] = useState(false);
  const create = async () => {
    setCreating(true);
    await createSample(application).catch((error: unknown) => {
      const detail = error instanceof Error ? error.message : String(error);
      application.notifications.getState().notify('danger', 'The sample could not be created', detail);
    });
    setCreating(false);
  };
  if (hidden > 0) {
    return (
      <EmptyState titleText="No events match" icon={SearchIcon} headingLevel="h2" variant="sm">
        <EmptyStateBody>The filters hide {hidden === 1 ? 'one event' : `${hidden} events`}.</EmptyStateBody>
        <EmptyStateFooter>
          <Button onClick={onClearFilters}>Clear the filters</Button>
        </EmptyStateFooter>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      titleText={kinds === 0 ? 'No kinds are watched' : 'Nothing has happened yet'}
      icon={StreamIcon}
      headingLevel="h2"
      variant="sm"
    >
      <EmptyStateBody>
        {kinds === 0
          ? 'Choose some above: every change of their objects appears here.'
          : `${kinds === 1 ? 'One kind is' : `${kinds} kinds are`} being watched. Whatever is created, changed or deleted appears here as it happens, with what changed and who wrote it.`}
      </EmptyStateBody>
      {kinds > 0 && (
        <EmptyStateFooter>
          <EmptyStateActions>
            <Button onClick={() => void create()} isLoading={isCreating} isDisabled={isCreating}>
              Create the sample and watch
            </Button>
          </EmptyStateActions>
        </EmptyStateFooter>
      )}
    </EmptyState>
  );
}
