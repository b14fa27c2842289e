import { EmptyState, EmptyStateBody, Skeleton, Switch, Title } from '@patternfly/react-core';
import HistoryIcon from '@patternfly/react-icons/dist/esm/icons/history-icon';
import { useState } from 'react';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import { findResource } from '../../../client/discovery.ts';
import { requestMatrix } from '../../commands/review-access.ts';
import { RecordedReads } from '../../components/access/RecordedReads.tsx';
import { RuleUses } from '../../components/access/RuleUses.tsx';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { useCollection } from '../../hooks/use-collection.ts';
import { useTracesWithReads } from '../../hooks/use-traces-with-reads.ts';
import type { AskedSubject } from '../../state/access/access-question.ts';
import { proposedRoles } from '../../state/access/proposed-roles.ts';
import { isAllowed, isAllowedToEverybody, isSentBy, ruleUses, usedActionOf } from '../../state/access/used-access.ts';
import { Fix } from './Fix.tsx';
import { NoExplanation } from './NoExplanation.tsx';

interface UsedAccessProps {
  readonly subject: AskedSubject;
  readonly namespace: string | undefined;
  readonly occasion: string;
}

/** What a subject really did: roles that allow just that, and the use of the rules that the subject has. */
export function UsedAccess({ subject, namespace, occasion }: UsedAccessProps) {
  const { items, isLoaded, error, retry } = useTracesWithReads();
  if (error && !isLoaded) return <ErrorState error={error} onRetry={retry} />;
  if (!isLoaded) return <Skeleton height="8rem" screenreaderText="Loading requests" />;
  const sent = items.filter((trace) => isSentBy(trace, subject.user) && !isAllowedToEverybody(trace));
  return (
    <div className="tp-fixes">
      <RecordedReads count={sent.length} />
      {sent.length > 0 ? (
        <Proposal subject={subject} traces={sent} />
      ) : (
        <EmptyState titleText="No recent requests" icon={HistoryIcon} headingLevel="h3" variant="sm">
          <EmptyStateBody>
            Send requests as this subject while this tab is open, with kubectl or by impersonation in another tab. A
            role that allows just these requests appears here.
          </EmptyStateBody>
        </EmptyState>
      )}
      <SubjectRules subject={subject} namespace={namespace} occasion={occasion} traces={sent} />
    </div>
  );
}

interface ProposalProps {
  readonly subject: AskedSubject;
  readonly traces: readonly RequestTrace[];
}

function Proposal({ subject, traces }: ProposalProps) {
  const discovery = useDiscovery();
  const [areNamed, setNamed] = useState(false);
  const [withDenials, setWithDenials] = useState(false);
  const roles = findResource(discovery, 'roles');
  const local = useCollection(roles).items;
  const clusterWide = useCollection(findResource(discovery, 'clusterroles')).items;
  const takenNames = new Set([...local, ...clusterWide].map(({ metadata }) => metadata.name ?? ''));
  const actions = traces.filter((trace) => withDenials || isAllowed(trace)).map(usedActionOf);
  const { user } = subject;
  const fixes = proposedRoles(actions, { user, group: roles?.group ?? '', areNamed, takenNames });
  return (
    <section className="tp-fixes">
      <Title headingLevel="h3" size="lg">
        Proposed roles
      </Title>
      <div className="tp-used-options">
        <Switch
          id="used-names"
          label="Only the objects that were named"
          isChecked={areNamed}
          onChange={(_, isChecked) => setNamed(isChecked)}
        />
        <Switch
          id="used-denials"
          label="Include denied requests"
          isChecked={withDenials}
          onChange={(_, isChecked) => setWithDenials(isChecked)}
        />
      </div>
      {fixes.length === 0 && <p>All recent requests of this subject were denied.</p>}
      {fixes.map((fix) => (
        <Fix key={JSON.stringify(fix)} fix={fix} />
      ))}
    </section>
  );
}

function SubjectRules({ subject, namespace, occasion, traces }: UsedAccessProps & ProposalProps) {
  const { client } = useApplication();
  const { value, error } = useAnswer(JSON.stringify({ subject, namespace }), occasion, (signal) =>
    requestMatrix(client, subject, namespace, signal),
  );
  if (error) return <NoExplanation error={error} />;
  if (!value) return <Skeleton height="8rem" screenreaderText="Loading rules" />;
  const uses = ruleUses(
    // Everybody has the roles of the cluster itself.
    value.sources.filter(({ binding }) => !binding.name.startsWith('system:')),
    traces,
  );
  return (
    <section>
      <Title headingLevel="h3" size="lg">
        Use of the rules
      </Title>
      {uses.length > 0 ? (
        <RuleUses uses={uses} by="role" />
      ) : (
        <p>No role is bound to this subject {namespace ? `in namespace ${namespace}` : 'in all namespaces'}.</p>
      )}
    </section>
  );
}
