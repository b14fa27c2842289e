import './controllers.css';
import { EmptyState, EmptyStateBody, PageSection, Skeleton } from '@patternfly/react-core';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { useIsPast } from '../../hooks/use-is-past.ts';
import { ApiFaultsCard } from './ApiFaultsCard.tsx';
import { ClockCard } from './ClockCard.tsx';
import { ControllerTable } from './ControllerTable.tsx';
import { useControllerStates } from './use-controller-states.ts';

/** The cluster's clock and its controllers, each of which can be stopped. */
export function ControllersView() {
  const { value: controllers, error, set, retry } = useControllerStates();
  return (
    <>
      <ViewHeader
        title="Controllers"
        description="Start and stop controllers, and pause or speed up the cluster’s clock."
      />
      <PageSection isFilled hasBodyWrapper={false} className="tp-controllers">
        <ClockCard />
        <ApiFaultsCard />
        {error !== undefined ? (
          <ErrorState error={error} onRetry={retry} />
        ) : !controllers ? (
          <Skeleton height="20rem" screenreaderText="Loading controllers" />
        ) : controllers.length === 0 ? (
          <NoControllers />
        ) : (
          <ControllerTable controllers={controllers} onSwitch={set} />
        )}
      </PageSection>
    </>
  );
}

const NoControllers = () => (
  <EmptyState titleText="No controllers run here" headingLevel="h2">
    <EmptyStateBody>
      {useIsPast()
        ? 'No controllers run in the past or in a saved session.'
        : 'This server only stores objects. To run the controllers of deployments, jobs and other objects, start it with --controllers.'}
    </EmptyStateBody>
  </EmptyState>
);
