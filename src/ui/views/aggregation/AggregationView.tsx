import './aggregation.css';
import { EmptyState, EmptyStateBody, PageSection, Skeleton } from '@patternfly/react-core';
import type { APIService } from '../../../api/kinds/apiregistration-v1.generated.ts';
import { findResource } from '../../../client/discovery.ts';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';
import { useCollection } from '../../hooks/use-collection.ts';
import { AggregatedApiTable } from './AggregatedApiTable.tsx';
import { ExampleApiCard } from './ExampleApiCard.tsx';

/** The group versions that services in the cluster serve, and an example of one. */
export function AggregationView() {
  const { items, isLoaded, error, retry } = useCollection<APIService>(findResource(useDiscovery(), 'apiservices'));
  const aggregated = items.filter(({ spec }) => spec?.service);
  return (
    <>
      <ViewHeader
        title="Aggregated APIs"
        description="API groups that this server proxies to services in the cluster."
      />
      <PageSection isFilled hasBodyWrapper={false} className="tp-aggregation">
        {error !== undefined && !isLoaded ? (
          <ErrorState error={error} onRetry={retry} />
        ) : !isLoaded ? (
          <Skeleton height="12rem" screenreaderText="Loading aggregated APIs" />
        ) : (
          <>
            <ExampleApiCard services={aggregated} />
            {aggregated.length > 0 ? <AggregatedApiTable services={aggregated} /> : <NoAggregatedApis />}
          </>
        )}
      </PageSection>
    </>
  );
}

const NoAggregatedApis = () => (
  <EmptyState titleText="No aggregated APIs" headingLevel="h2" variant="sm">
    <EmptyStateBody>APIServices that name a service appear here. Install the example to see one.</EmptyStateBody>
  </EmptyState>
);
