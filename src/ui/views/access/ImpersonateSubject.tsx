import { Button } from '@patternfly/react-core';
import { useStore } from 'zustand';
import { useApplication } from '../../hooks/use-application.ts';
import { type AskedSubject, identityOfSubject } from '../../state/access/access-question.ts';
import { usernameOf } from '../../state/stores/identity-store.ts';
import { useAccessSearch } from './use-access-search.ts';

/** Impersonates the subject of the question. */
export function ImpersonateSubject({ subject }: { readonly subject: AskedSubject }) {
  const switchTo = useStore(useApplication().identity, (state) => state.switchTo);
  const { change } = useAccessSearch();
  const identity = identityOfSubject(subject);
  if (!identity) return null;
  const act = () => {
    // The same question, now about the caller.
    change({ subject: undefined });
    switchTo(identity);
  };
  return (
    <Button variant="secondary" size="sm" onClick={act}>
      Impersonate {usernameOf(identity)}
    </Button>
  );
}
