import { Button, EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import { useNavigate, useRouter } from '@tanstack/react-router';

/** In place of a view that failed to draw. */
export function ViewError({ error }: { readonly error: unknown }) {
  const navigate = useNavigate();
  const router = useRouter();
  return (
    <EmptyState status="danger" titleText="This view could not be shown" headingLevel="h1">
      <EmptyStateBody>{error instanceof Error ? error.message : String(error)}</EmptyStateBody>
      <EmptyStateFooter>
        <EmptyStateActions>
          <Button onClick={() => void router.invalidate()}>Try again</Button>
          <Button variant="link" onClick={() => void navigate({ to: '/' })}>
            Go to the overview
          </Button>
        </EmptyStateActions>
      </EmptyStateFooter>
    </EmptyState>
  );
}
