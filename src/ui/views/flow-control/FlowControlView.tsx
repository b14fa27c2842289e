import './flow-control.css';
import { EmptyState, EmptyStateBody, PageSection, Skeleton } from '@patternfly/react-core';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { LevelTable } from './LevelTable.tsx';
import { TenantsCard } from './TenantsCard.tsx';
import { useLevelSamples } from './use-level-samples.ts';

/** The seats and queues of priority and fairness, live, and a load that shows how they are shared. */
export function FlowControlView() {
  const { latest, previous, error, retry } = useLevelSamples();
  return (
    <>
      <ViewHeader
        title="Flow control"
        description="Seats and queues of API priority and fairness, updated every second."
      />
      <PageSection isFilled hasBodyWrapper={false} className="tp-flow-control">
        {error !== undefined ? (
          <ErrorState error={error} onRetry={retry} />
        ) : !latest ? (
          <Skeleton height="20rem" screenreaderText="Loading priority levels" />
        ) : latest.levels.length === 0 ? (
          <SwitchedOff />
        ) : (
          <>
            <TenantsCard />
            <LevelTable latest={latest} previous={previous} />
          </>
        )}
      </PageSection>
    </>
  );
}

const SwitchedOff = () => (
  <EmptyState titleText="Priority and fairness is off" headingLevel="h2">
    <EmptyStateBody>
      This server only limits the number of requests in flight. Start it with --enable-priority-and-fairness to see
      priority levels here.
    </EmptyStateBody>
  </EmptyState>
);
