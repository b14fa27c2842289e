import { ErrorState } from '../../../components/notices/ErrorState.tsx';
import { TitledCard } from '../../../components/TitledCard.tsx';
import { PodTable } from './PodTable.tsx';
import type { PodsState } from './use-workload.ts';

interface PodsCardProps {
  readonly pods: PodsState;
  /** Whether these are the pods of a node. */
  readonly ofNode?: boolean;
  /** Shown when there are no pods. */
  readonly emptyText?: string;
}

/** Pods with their status, live. */
export function PodsCard({ pods, ofNode = false, emptyText = 'No pods.' }: PodsCardProps) {
  const { items, isLoaded, error, retry } = pods;
  return (
    <TitledCard title="Pods">
      {error !== undefined && !isLoaded ? (
        <ErrorState error={error} onRetry={retry} />
      ) : isLoaded && items.length === 0 ? (
        <p className="tp-subtle">{emptyText}</p>
      ) : (
        <PodTable pods={items} isLoading={!isLoaded} ofNode={ofNode} />
      )}
    </TitledCard>
  );
}
