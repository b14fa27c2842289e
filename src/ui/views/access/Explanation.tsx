import { Button, Skeleton, Title } from '@patternfly/react-core';
import { useState } from 'react';
import type { AccessExplanationStatus, ConsideredRule } from '../../../api/debug/access-explanation.ts';
import { ConsideredItem } from '../../components/access/ConsideredItem.tsx';
import type { Answer } from '../../hooks/use-answer.ts';
import { NoExplanation } from './NoExplanation.tsx';

/** Number of rules that are shown initially: the closest are the most helpful. */
const FIRST = 8;

/** The rules that grant the request, then other rules considered. */
export function Explanation({ explanation }: { readonly explanation: Answer<AccessExplanationStatus> }) {
  const [showsAll, setShowsAll] = useState(false);
  const { value, error } = explanation;
  if (error) return <NoExplanation error={error} />;
  if (!value) return <Skeleton height="8rem" screenreaderText="Loading the reasons" />;
  const granted = value.considered.filter((rule) => rule.granted);
  const missed = value.considered.filter((rule) => !rule.granted);
  const shown = showsAll ? missed : missed.slice(0, FIRST);
  return (
    <div className="tp-explanation">
      {granted.length > 0 && <Rules title="Granted by" rules={granted} />}
      {shown.length > 0 && (
        <Rules title={value.allowed ? 'Other rules considered' : 'Rules considered, closest first'} rules={shown} />
      )}
      {shown.length < missed.length && (
        <Button variant="link" isInline onClick={() => setShowsAll(true)}>
          Show {missed.length - shown.length} more rules
        </Button>
      )}
      {value.considered.length === 0 && <p>{value.reason ?? 'No binding refers to this subject.'}</p>}
    </div>
  );
}

function Rules({ title, rules }: { readonly title: string; readonly rules: readonly ConsideredRule[] }) {
  return (
    <section>
      <Title headingLevel="h3" size="md">
        {title}
      </Title>
      <ul className="tp-considered-list">
        {rules.map((rule) => (
          <ConsideredItem key={JSON.stringify(rule)} rule={rule} />
        ))}
      </ul>
    </section>
  );
}
