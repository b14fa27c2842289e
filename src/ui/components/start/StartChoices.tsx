import './start.css';
import { useApplication } from '../../hooks/use-application.ts';
import type { ClustersStore } from '../../state/stores/clusters-store.ts';
import { BuildCard } from './BuildCard.tsx';
import { DemoCard } from './DemoCard.tsx';
import { LearnCard } from './LearnCard.tsx';

/** The ways to begin: learn, look at a prepared cluster, or build one. Renders nothing for a cluster elsewhere. */
export function StartChoices() {
  const { clusters } = useApplication();
  return clusters ? <Choices clusters={clusters} /> : null;
}

function Choices({ clusters }: { readonly clusters: ClustersStore }) {
  return (
    <section aria-label="Ways to begin" className="tp-start">
      <p className="tp-start-privacy">Every cluster runs in this browser, and nothing that you create leaves it.</p>
      <div className="tp-start-side">
        <LearnCard />
        <BuildCard clusters={clusters} />
      </div>
      <DemoCard />
    </section>
  );
}
