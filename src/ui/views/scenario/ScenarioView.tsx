import './scenario.css';
import {
  Button,
  EmptyState,
  EmptyStateBody,
  EmptyStateFooter,
  PageSection,
  Spinner,
  Title,
} from '@patternfly/react-core';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication } from '../../hooks/use-application.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { MARKED_NAMESPACE, preparationOf, scenarioOf } from '../../state/prepared-cluster.ts';
import type { ClustersStore } from '../../state/stores/clusters-store.ts';
import { ScenarioGuide } from './ScenarioGuide.tsx';
import { ScenarioPreparation } from './ScenarioPreparation.tsx';

/** The page of a prepared cluster: its preparation, then what to look at. */
export function ScenarioView() {
  const { clusters } = useApplication();
  useTitle('Scenario');
  return clusters ? <ScenarioOf clusters={clusters} /> : <NoScenario />;
}

function ScenarioOf({ clusters }: { readonly clusters: ClustersStore }) {
  const { platform, clientAs } = useApplication();
  const { name, database } = useStore(clusters).shown;
  const [isCompleted, setCompleted] = useState(false);
  // Users of the scenario may have no access to what says so.
  const administrator = useMemo(() => clientAs({ type: 'administrator' }), [clientAs]);
  const { value, error } = useAnswer('scenario', String(isCompleted), async () => ({
    done: scenarioOf(await administrator.get(MARKED_NAMESPACE)),
    prepared: await platform.preparedClusters?.(),
  }));
  if (error !== undefined) return <ErrorState error={error} onRetry={() => location.reload()} />;
  if (!value)
    return (
      <PageSection hasBodyWrapper={false}>
        <Spinner aria-label="Loading the scenario" />
      </PageSection>
    );
  const wanted = value.done ?? preparationOf(platform.session, database);
  const scenario = value.prepared?.find((one) => one.name === wanted);
  if (!scenario) return <NoScenario />;
  return (
    <>
      <PageSection className="tp-header" hasBodyWrapper={false}>
        <Title headingLevel="h1">{name}</Title>
        <p className="tp-subtle">{scenario.description}</p>
      </PageSection>
      <PageSection isFilled hasBodyWrapper={false}>
        {value.done === undefined ? (
          <ScenarioPreparation scenario={scenario} client={administrator} onDone={() => setCompleted(true)} />
        ) : (
          <ScenarioGuide scenario={scenario} />
        )}
      </PageSection>
    </>
  );
}

function NoScenario() {
  return (
    <PageSection isFilled hasBodyWrapper={false}>
      <EmptyState titleText="This is not a prepared cluster" headingLevel="h1" variant="lg">
        <EmptyStateBody>A prepared cluster begins in a certain state and says what to look at.</EmptyStateBody>
        <EmptyStateFooter>
          <Button component={(props: object) => <Link {...props} to="/start" />}>Choose a prepared cluster</Button>
        </EmptyStateFooter>
      </EmptyState>
    </PageSection>
  );
}
