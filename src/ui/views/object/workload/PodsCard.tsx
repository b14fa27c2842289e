import { Card, CardBody, CardTitle } from '@patternfly/react-core';
import { ErrorState } from '../../../components/notices/ErrorState.tsx';
import { PodTable } from './PodTable.tsx';
import type { PodsState } from './use-workload.ts';

interface PodsCardProps {
  readonly pods: PodsState;
  /** Shown when there are no pods. */
  readonly emptyText?: string;
}

/** Pods with their status, live. */
export function PodsCard({ pods, emptyText = 'No pods.' }: PodsCardProps) {
  const { items, isLoaded, error } = pods;
  return (
    <Card isCompact>
      <CardTitle component="h2">Pods</CardTitle>
      <CardBody>
        {error !== undefined && !isLoaded ? (
          <ErrorState error={error} />
        ) : isLoaded && items.length === 0 ? (
          <p className="tp-subtle">{emptyText}</p>
        ) : (
          <PodTable pods={items} isLoading={!isLoaded} />
        )}
      </CardBody>
    </Card>
  );
}
