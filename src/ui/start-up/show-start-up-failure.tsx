import { errorText } from '../../api/error-text.ts';
import '@patternfly/react-core/dist/styles/base.css';
import { Button, EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import { createRoot } from 'react-dom/client';
import { applyTheme } from '../components/shell/apply-theme.ts';

/** Renders the start-up error and ways to recover in place of the application. */
export function showStartUpFailure(root: HTMLElement, error: unknown): void {
  applyTheme('system');
  createRoot(root).render(
    <EmptyState status="danger" titleText="The cluster could not start in this browser" variant="lg" isFullHeight>
      <EmptyStateBody>
        {errorText(error)}
        <p>Reinstalling the service worker keeps your objects.</p>
      </EmptyStateBody>
      <EmptyStateFooter>
        <EmptyStateActions>
          <Button onClick={() => location.reload()}>Try again</Button>
          <Button variant="link" onClick={() => void startAfresh()}>
            Reinstall the service worker
          </Button>
        </EmptyStateActions>
      </EmptyStateFooter>
    </EmptyState>,
  );
}

/** Objects are kept: the database stores them, not the worker. */
async function startAfresh(): Promise<void> {
  for (const registration of (await navigator.serviceWorker?.getRegistrations()) ?? []) await registration.unregister();
  location.reload();
}
