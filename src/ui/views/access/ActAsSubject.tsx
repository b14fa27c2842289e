import { Button } from '@patternfly/react-core';
import { useStore } from 'zustand';
import { useApplication } from '../../hooks/use-application.ts';
import { type AskedSubject, identityOfSubject } from '../../state/access-question.ts';

/** Lets the whole UI act as whom the question is about. */
export function ActAsSubject({ subject }: { readonly subject: AskedSubject }) {
  const switchTo = useStore(useApplication().identity, (state) => state.switchTo);
  const identity = identityOfSubject(subject);
  if (!identity) return null;
  return (
    <Button variant="secondary" size="sm" onClick={() => switchTo(identity)}>
      Act as them
    </Button>
  );
}
