import { Button, EmptyState, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import RouteIcon from '@patternfly/react-icons/dist/esm/icons/route-icon';

interface NoTracesProps {
  /** Whether there are some that the filter hides. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

export function NoTraces({ isFiltered, onClear }: NoTracesProps) {
  return (
    <EmptyState
      titleText={isFiltered ? 'No request is like this' : 'Nothing was written yet'}
      icon={RouteIcon}
      headingLevel="h2"
    >
      <EmptyStateBody>
        {isFiltered
          ? 'The filter, or the namespace that is chosen above, hides all of them.'
          : 'Create, change or delete an object: what happens on its way shows up here. The newest 500 are kept until the worker ends.'}
      </EmptyStateBody>
      {isFiltered && (
        <EmptyStateFooter>
          <Button variant="link" onClick={onClear}>
            Clear the filter
          </Button>
        </EmptyStateFooter>
      )}
    </EmptyState>
  );
}
