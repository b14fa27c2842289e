import { Button, EmptyState, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon';
import { useNavigate } from '@tanstack/react-router';

export function NotFound() {
  const navigate = useNavigate();
  return (
    <EmptyState titleText="Page not found" icon={SearchIcon} headingLevel="h1">
      <EmptyStateBody>The link may be outdated or incomplete.</EmptyStateBody>
      <EmptyStateFooter>
        <Button onClick={() => void navigate({ to: '/' })}>Go to overview</Button>
      </EmptyStateFooter>
    </EmptyState>
  );
}
