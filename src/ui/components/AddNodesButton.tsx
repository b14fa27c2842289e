import { Button, type ButtonProps } from '@patternfly/react-core';
import { useState } from 'react';
import { addSimulatedNodes } from '../commands/nodes/add-simulated-nodes.ts';
import { useApplication } from '../hooks/use-application.ts';
import { type ClusterActivity, NODE_SIMULATION } from '../state/objects/simulation-notes.ts';

interface AddNodesButtonProps extends Pick<ButtonProps, 'variant' | 'isInline'> {
  /** Undefined until known. */
  readonly activity: ClusterActivity | undefined;
}

/** Enough to show pods on different nodes. */
const COUNT = 3;

/** Adds simulated nodes; nothing in clusters that do not simulate nodes. */
export function AddNodesButton({ activity, ...button }: AddNodesButtonProps) {
  const application = useApplication();
  const [isBusy, setBusy] = useState(false);
  if (!activity?.controllers.has(NODE_SIMULATION)) return null;
  const add = async () => {
    setBusy(true);
    await addSimulatedNodes(application, COUNT);
    setBusy(false);
  };
  return (
    <Button {...button} isLoading={isBusy} isDisabled={isBusy} onClick={() => void add()}>
      Add {COUNT} simulated nodes
    </Button>
  );
}
