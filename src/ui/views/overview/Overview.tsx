import { Gallery, PageSection, Title } from '@patternfly/react-core';
import { Link } from '@tanstack/react-router';
import { useStore } from 'zustand';
import { groupResourceKey } from '../../../client/discovery.ts';
import { StorageStatus } from '../../components/notices/StorageStatus.tsx';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { useNamespaces } from '../../hooks/use-namespaces.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { favouriteResources } from '../../state/objects/navigation.ts';
import { ActivityCard } from './ActivityCard.tsx';
import { CountCard } from './CountCard.tsx';
import { FirstChoices } from './FirstChoices.tsx';
import { RecentEvents } from './RecentEvents.tsx';
import { SampleCard } from './SampleCard.tsx';
import { ServerSummary } from './ServerSummary.tsx';

/** The contents and recent events of the cluster, and actions that fill an empty one. */
export function Overview() {
  const discovery = useDiscovery();
  const favourites = useStore(useApplication().preferences, (state) => state.favourites);
  const namespaces = useNamespaces();
  useTitle('Overview');
  return (
    <>
      <PageSection className="tp-header" hasBodyWrapper={false}>
        <Title headingLevel="h1">{titleOf(namespaces)}</Title>
        <Introduction />
        <ServerSummary />
        <StorageStatus />
      </PageSection>
      <PageSection isFilled hasBodyWrapper={false} className="tp-overview">
        <FirstChoices />
        <SampleCard />
        <ActivityCard />
        <Gallery hasGutter minWidths={{ default: '10rem' }}>
          {favouriteResources(discovery, favourites).map((resource) => (
            <CountCard key={groupResourceKey(resource)} resource={resource} namespaces={namespaces} />
          ))}
        </Gallery>
        <RecentEvents namespaces={namespaces} />
      </PageSection>
    </>
  );
}

const titleOf = ([first, ...others]: readonly string[]): string => {
  if (first === undefined) return 'The cluster in this tab';
  return others.length === 0 ? `Namespace ${first}` : `Namespaces ${[first, ...others].join(', ')}`;
};

/** Introduces the cluster in this browser, and next steps. */
function Introduction() {
  if (useApplication().platform.clusters === undefined) return null;
  return (
    <p className="tp-introduction">
      This is a Kubernetes v1.28 control plane in your browser: an API server with real validation, admission and access
      control, controllers and a scheduler. Create the sample, apply your own YAML, or{' '}
      <Link to="/connect">connect your code</Link>.
    </p>
  );
}
