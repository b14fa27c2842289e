import { Button, EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { errorText } from '../../../api/error-text.ts';

/** Messages of Vite and browsers when a part of the app cannot be downloaded. */
const DOWNLOAD_FAILURE = /^Unable to preload|dynamically imported module|Importing a module script failed/;

/** An error in place of a view that failed to render. */
export function ViewError({ error }: { readonly error: unknown }) {
  const navigate = useNavigate();
  const router = useRouter();
  const message = errorText(error);
  const isDownload = DOWNLOAD_FAILURE.test(message);
  return (
    <EmptyState
      status="danger"
      titleText={isDownload ? 'This view could not be downloaded' : 'This view could not be displayed'}
      headingLevel="h1"
    >
      <EmptyStateBody>
        {isDownload
          ? 'The network is unavailable, or Tabplane was updated. Check your connection, then reload the page.'
          : message}
      </EmptyStateBody>
      <EmptyStateFooter>
        <EmptyStateActions>
          {isDownload ? (
            <Button onClick={() => location.reload()}>Reload page</Button>
          ) : (
            <Button onClick={() => void router.invalidate()}>Try again</Button>
          )}
          <Button variant="link" onClick={() => void navigate({ to: '/' })}>
            Go to overview
          </Button>
        </EmptyStateActions>
      </EmptyStateFooter>
    </EmptyState>
  );
}
