import { Button, EmptyState, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import LockIcon from '@patternfly/react-icons/dist/esm/icons/lock-icon';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { errorText } from '../../../api/error-text.ts';
import { ApiError } from '../../../client/api-error.ts';
import { useApplication, useIdentity } from '../../hooks/use-application.ts';
import { usernameOf } from '../../state/stores/identity-store.ts';
import { ServerMessage } from '../text/ServerMessage.tsx';

interface ErrorStateProps {
  readonly error: unknown;
  /** Retries the failed request. Undefined when it is retried automatically. */
  readonly onRetry?: (() => void) | undefined;
  /** What a denial affects, above the server's message. */
  readonly children?: ReactNode;
}

/** An error in place of content, with the server's message and a way to recover. */
export function ErrorState({ error, onRetry, children }: ErrorStateProps) {
  const { identity } = useApplication();
  const switchTo = useStore(identity, (state) => state.switchTo);
  const current = useIdentity();
  const text = errorText(error);
  if (error instanceof ApiError && error.isForbidden) {
    return (
      <EmptyState titleText={`Access denied for ${usernameOf(current)}`} icon={LockIcon} headingLevel="h2" variant="sm">
        <EmptyStateBody>
          {children}
          <ServerMessage>{text}</ServerMessage>
        </EmptyStateBody>
        <EmptyStateFooter>
          {current.type !== 'administrator' && (
            <Button onClick={() => switchTo({ type: 'administrator' })}>Stop impersonating</Button>
          )}
          {onRetry && (
            <Button variant="link" onClick={onRetry}>
              Try again
            </Button>
          )}
        </EmptyStateFooter>
      </EmptyState>
    );
  }
  return (
    <EmptyState titleText="This could not be loaded" status="danger" headingLevel="h2" variant="sm">
      <EmptyStateBody>
        {text}
        {!onRetry && <p>Retrying automatically.</p>}
      </EmptyStateBody>
      {onRetry && (
        <EmptyStateFooter>
          <Button onClick={onRetry}>Try again</Button>
        </EmptyStateFooter>
      )}
    </EmptyState>
  );
}
