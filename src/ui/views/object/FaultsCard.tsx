import './faults-card.css';
import { Switch } from '@patternfly/react-core';
import { useState } from 'react';
import type { Node, Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import type { KnownObjects } from '../../../client/relations/relations-of.ts';
import { patchObject } from '../../commands/patch-object.ts';
import { TitledCard } from '../../components/TitledCard.tsx';
import { useApplication } from '../../hooks/use-application.ts';
import { useClusterActivity } from '../../hooks/use-cluster-activity.ts';
import { isSimulated } from '../../state/objects/nodes/simulated-nodes.ts';
import {
  type FaultPlace,
  faultPatch,
  faultPlaceOf,
  faultsAt,
  hasFault,
  imageNote,
  type PodFault,
} from '../../state/objects/pod-faults.ts';

interface FaultsCardProps {
  readonly resource: DiscoveredResource;
  readonly object: ApiObject;
  /** Pods on other than simulated nodes have no faults. */
  readonly objects: KnownObjects;
}

/** Switches faults of simulated containers on and off. Renders nothing where nodes are not simulated. */
export function FaultsCard({ resource, object, objects }: FaultsCardProps) {
  const activity = useClusterActivity();
  const place = faultPlaceOf(resource, object);
  if (!place || !activity?.simulatedNodes || !resource.verbs.includes('patch')) return null;
  if (place === 'pod' && !isOnSimulatedNode(object as Pod, objects)) return null;
  return (
    <TitledCard title="Faults">
      <p className="tp-subtle">{imageNote(object, place)}</p>
      <ul className="tp-faults" aria-label="Faults">
        {faultsAt(place).map((fault) => (
          <li key={fault.title}>
            <FaultSwitch {...{ resource, object, place, fault }} />
          </li>
        ))}
      </ul>
      {place === 'template' && <p className="tp-subtle">A change of the pod template replaces the pods.</p>}
    </TitledCard>
  );
}

const isOnSimulatedNode = ({ spec }: Pod, objects: KnownObjects): boolean =>
  ((objects.get('core/Node') ?? []) as readonly Node[]).some(
    (node) => node.metadata.name === spec?.nodeName && isSimulated(node),
  );

interface FaultSwitchProps extends Pick<FaultsCardProps, 'resource' | 'object'> {
  readonly place: FaultPlace;
  readonly fault: PodFault;
}

function FaultSwitch({ resource, object, place, fault }: FaultSwitchProps) {
  const application = useApplication();
  const [isBusy, setBusy] = useState(false);
  const isOn = hasFault(object, place, fault);
  const { name } = object.metadata;
  const toggle = async () => {
    setBusy(true);
    const patch = { type: 'strategic', patch: faultPatch(place, fault, !isOn) } as const;
    await patchObject(application, resource, object, patch, {
      done: isOn ? `Removed a fault of ${name}` : `Added a fault to ${name}`,
      failed: `The faults of ${name} could not be changed`,
    });
    setBusy(false);
  };
  return (
    <>
      <Switch label={fault.title} isChecked={isOn} isDisabled={isBusy} onChange={() => void toggle()} />
      <p className="tp-subtle">{fault.effect}</p>
    </>
  );
}
