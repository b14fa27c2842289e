import { Skeleton } from '@patternfly/react-core';
import { requestFixes } from '../../commands/review-access.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication } from '../../hooks/use-application.ts';
import type { AccessQuestion } from '../../state/access/access-question.ts';
import { Fix } from './Fix.tsx';
import { NoExplanation } from './NoExplanation.tsx';

interface FixesProps {
  readonly question: AccessQuestion;
  readonly occasion: string;
}

/** Roles and bindings that would allow the denied request. */
export function Fixes({ question, occasion }: FixesProps) {
  const { client } = useApplication();
  const { value, error } = useAnswer(JSON.stringify(question), occasion, (signal) =>
    requestFixes(client, question, signal),
  );
  if (error) return <NoExplanation error={error} />;
  if (!value) return <Skeleton height="8rem" screenreaderText="Loading fixes" />;
  if (value.allowed) return <p>Already allowed: no fix is needed.</p>;
  if (value.fixes.length === 0) return <p>{value.reason}</p>;
  return (
    <div className="tp-fixes">
      {value.fixes.map((fix) => (
        <Fix key={JSON.stringify(fix)} fix={fix} />
      ))}
    </div>
  );
}
