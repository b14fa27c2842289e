import type { ApiObject } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import type { KnownObjects } from '../../../client/relations/relations-of.ts';
import { TitledCard } from '../../components/TitledCard.tsx';
import { Explanation } from '../../components/why/Explanation.tsx';
import { useWhy } from '../../hooks/use-why.ts';

interface WhyCardProps {
  readonly resource: DiscoveredResource;
  readonly object: ApiObject;
  /** The related objects: a change of one requests a new explanation. */
  readonly objects: KnownObjects;
}

/** Explains the state of an object as chains of causes. Renders nothing without causes. */
export function WhyCard(props: WhyCardProps) {
  const why = useWhy(props);
  if (!why || why.causes.length === 0) return null;
  return (
    <TitledCard title="Why?" className="tp-why">
      <Explanation why={why} />
    </TitledCard>
  );
}
