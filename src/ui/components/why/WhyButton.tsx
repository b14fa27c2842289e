import { Button } from '@patternfly/react-core';
import { createContext, use, useState } from 'react';
import type { WhyAspect } from '../../commands/ask-why.ts';
import { WhyDialog, type WhySubject } from './WhyDialog.tsx';

/** The object whose conditions and counts a page shows. */
export const WhySubjectContext = createContext<WhySubject | undefined>(undefined);

interface WhyButtonProps {
  readonly aspect: WhyAspect;
  /** What is explained: `Ready is false`, `1 of 3 ready`. */
  readonly statement: string;
  /** The object of the statement, if it is not the one of the page. */
  readonly subject?: WhySubject | undefined;
}

/** A button that explains a condition or count. Renders nothing where no object is known. */
export function WhyButton({ aspect, statement, subject: given }: WhyButtonProps) {
  const ofPage = use(WhySubjectContext);
  const subject = given ?? ofPage;
  const [isOpen, setOpen] = useState(false);
  if (!subject) return null;
  return (
    <>
      <Button variant="link" isInline size="sm" aria-label={`Why? ${statement}`} onClick={() => setOpen(true)}>
        Why?
      </Button>
      {isOpen && (
        <WhyDialog subject={subject} aspect={aspect} title={`Why? ${statement}`} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
