import { Skeleton } from '@patternfly/react-core';
import { Link } from '@tanstack/react-router';
import type { ClusterRole } from '../../../api/kinds/rbac-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { RecordedReads } from '../../components/access/RecordedReads.tsx';
import { RuleUses } from '../../components/access/RuleUses.tsx';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { TitledCard } from '../../components/TitledCard.tsx';
import { useTracesWithReads } from '../../hooks/use-traces-with-reads.ts';
import { sideParameter } from '../../state/access/access-comparison.ts';
import { ruleUses } from '../../state/access/used-access.ts';

interface RoleUsageTabProps {
  readonly resource: DiscoveredResource;
  readonly object: ApiObject;
}

/** Which rules of a role recent requests used. */
export function RoleUsageTab({ resource: { kind }, object }: RoleUsageTabProps) {
  const { items, isLoaded, error, retry } = useTracesWithReads();
  const { rules } = object as ClusterRole;
  const { name = '', namespace } = object.metadata;
  const role = namespace ? { kind, namespace, name } : { kind, name };
  const side = namespace
    ? ({ type: 'role', name: `${namespace}/${name}` } as const)
    : ({ type: 'clusterrole', name } as const);
  const uses = ruleUses(
    (rules ?? []).map((rule) => ({ role, rule })),
    items,
  );
  const count = uses.reduce((sum, use) => sum + use.count, 0);
  if (error && !isLoaded) return <ErrorState error={error} onRetry={retry} />;
  if (!isLoaded) return <Skeleton height="12rem" screenreaderText="Loading requests" />;
  return (
    <TitledCard title="Use of rules">
      <RecordedReads count={count} />
      {uses.length > 0 ? <RuleUses uses={uses} by="users" /> : <p>No rules. The role allows nothing.</p>}
      <Link to="/access/compare" search={{ left: sideParameter(side) }}>
        Compare with another role or subject
      </Link>
    </TitledCard>
  );
}
