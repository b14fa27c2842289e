import { Button, EmptyState, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon';
import { useNavigate } from '@tanstack/react-router';

export function NotFound() {
  const navigate = useNavigate();
  return (
    <EmptyState titleText="There is nothing at this address" icon={SearchIcon} headingLevel="h1">
      <EmptyStateBody>The link may be old, or a letter may be missing in it.</EmptyStateBody>
      <EmptyStateFooter>
        <Button onClick={() => void navigate({ to: '/' })}>Go to the overview</Button>
      </EmptyStateFooter>
    </EmptyState>
  );
}
