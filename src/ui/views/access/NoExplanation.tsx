import { Button, EmptyState, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import LockIcon from '@patternfly/react-icons/dist/esm/icons/lock-icon';
import { useStore } from 'zustand';
import { ApiError } from '../../../client/api-error.ts';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { useApplication, useIdentity } from '../../hooks/use-application.ts';
import { searchAbout } from '../../state/access/access-question.ts';
import { usernameOf } from '../../state/stores/identity-store.ts';
import { useAccessSearch } from './use-access-search.ts';

/** An error in place of the reasons, which the caller may not view or the server may not explain. */
export function NoExplanation({ error }: { readonly error: unknown }) {
  const { search, change } = useAccessSearch();
  const switchTo = useStore(useApplication().identity, (state) => state.switchTo);
  const identity = useIdentity();
  if (!(error instanceof ApiError)) return <ErrorState error={error} />;
  if (error.isNotFound) return <p className="tp-subtle">This server does not explain its decisions.</p>;
  if (!error.isForbidden || identity.type === 'administrator') return <ErrorState error={error} />;
  const askAsAdministrator = () => {
    if (search.subject === undefined) change(searchAbout(identity));
    switchTo({ type: 'administrator' });
  };
  return (
    <EmptyState
      titleText={`${usernameOf(identity)} cannot view the reasons`}
      icon={LockIcon}
      headingLevel="h3"
      variant="sm"
    >
      <EmptyStateBody>
        The reasons name roles and bindings of other users, so by default only the administrator can view them.
      </EmptyStateBody>
      <EmptyStateFooter>
        <Button onClick={askAsAdministrator}>Check as administrator</Button>
      </EmptyStateFooter>
    </EmptyState>
  );
}
