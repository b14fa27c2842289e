import { Label } from '@patternfly/react-core';
import type { Node, Pod } from '../../../../api/kinds/core-v1.generated.ts';
import { nodeUse } from '../../../../client/objects/node-capacity.ts';
import { TitledCard } from '../../../components/TitledCard.tsx';
import { WhyButton } from '../../../components/why/WhyButton.tsx';
import { isDown } from '../../../state/objects/nodes/simulated-nodes.ts';
import { CountBar } from '../workload/CountBar.tsx';
import { NodeActions } from './NodeActions.tsx';

interface CapacityCardProps {
  readonly node: Node;
  readonly pods: readonly Pod[];
  readonly isLoaded: boolean;
}

/** The resources of a node with the requests of its pods, and the actions on the node. */
export function CapacityCard({ node, pods, isLoaded }: CapacityCardProps) {
  const uses = nodeUse(node, pods);
  return (
    <TitledCard title="Requested of allocatable" bodyClassName="tp-progress">
      <div className="tp-node-marks">
        {node.spec?.unschedulable && <Label status="warning">Unschedulable</Label>}
        {isDown(node) && <Label status="danger">Down</Label>}
      </div>
      {uses.length === 0 ? (
        <p className="tp-subtle">The node has not reported its resources.</p>
      ) : (
        <div className="tp-counts">
          {uses.map(({ resource, requested, allocatable, text }) => (
            <div key={resource} className="tp-counted">
              <CountBar label={resource} count={requested} of={allocatable} text={text} />
              <WhyButton aspect={{ count: `requested.${resource}` }} statement={`${text} ${resource} requested`} />
            </div>
          ))}
        </div>
      )}
      <NodeActions node={node} pods={pods} isLoaded={isLoaded} />
    </TitledCard>
  );
}
