import { Button, EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon';
import { useNavigate } from '@tanstack/react-router';
import { useApplication } from '../../hooks/use-application.ts';
import type { ResourceParameters } from '../../state/objects/addresses.ts';

/** An error in place of a view whose resource the server does not serve. */
export function UnknownResource({ group, version, resource }: ResourceParameters) {
  const { discovery } = useApplication();
  const navigate = useNavigate();
  return (
    <EmptyState titleText={`Unknown resource ${resource}`} icon={SearchIcon} headingLevel="h1">
      <EmptyStateBody>
        The server does not serve it in {group}/{version}. Its definition was removed or is not ready yet.
      </EmptyStateBody>
      <EmptyStateFooter>
        <EmptyStateActions>
          <Button onClick={() => void discovery.getState().refresh()}>Try again</Button>
          <Button variant="link" onClick={() => void navigate({ to: '/' })}>
            Go to overview
          </Button>
        </EmptyStateActions>
      </EmptyStateFooter>
    </EmptyState>
  );
}
