import { Link } from '@tanstack/react-router';
import { useStore } from 'zustand';
import { findResource } from '../../../client/discovery.ts';
import { StartChoices } from '../../components/start/StartChoices.tsx';
import { TitledCard } from '../../components/TitledCard.tsx';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { useCollection } from '../../hooks/use-collection.ts';
import { MARKED_NAMESPACE, scenarioOf } from '../../state/prepared-cluster.ts';
import type { ClustersStore } from '../../state/stores/clusters-store.ts';

/** Asks a new user what to do; in a prepared cluster, leads to what there is to see. */
export function FirstChoices() {
  const { clusters } = useApplication();
  return clusters ? <ChoicesIn clusters={clusters} /> : null;
}

function ChoicesIn({ clusters }: { readonly clusters: ClustersStore }) {
  const { isDialectChosen } = useStore(clusters).list;
  const { items } = useCollection(findResource(useDiscovery(), 'namespaces'));
  const scenario = scenarioOf(items.find(({ metadata }) => metadata.name === MARKED_NAMESPACE.name));
  if (!isDialectChosen) return <StartChoices />;
  if (scenario === undefined) return null;
  return (
    <TitledCard title="Prepared cluster">
      This cluster is the scenario “{scenario}”. <Link to="/scenario">See what to look at</Link>
    </TitledCard>
  );
}
