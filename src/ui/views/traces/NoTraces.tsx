import { Button, EmptyState, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import RouteIcon from '@patternfly/react-icons/dist/esm/icons/route-icon';

interface NoTracesProps {
  /** Whether filters hide requests. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

export function NoTraces({ isFiltered, onClear }: NoTracesProps) {
  return (
    <EmptyState titleText={isFiltered ? 'No matching requests' : 'No requests yet'} icon={RouteIcon} headingLevel="h2">
      <EmptyStateBody>
        {isFiltered
          ? 'The filter or the selected namespace hides all requests.'
          : 'Create, change or delete an object to see how the server handles the request. The newest 500 requests are kept.'}
      </EmptyStateBody>
      {isFiltered && (
        <EmptyStateFooter>
          <Button variant="link" onClick={onClear}>
            Clear filter
          </Button>
        </EmptyStateFooter>
      )}
    </EmptyState>
  );
}
