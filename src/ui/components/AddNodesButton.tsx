import { Button, type ButtonProps } from '@patternfly/react-core';
import { useState } from 'react';
import { ADDED_NODES, addSimulatedNodes } from '../commands/nodes/add-simulated-nodes.ts';
import { useApplication } from '../hooks/use-application.ts';
import { type ClusterActivity, NODE_SIMULATION } from '../state/objects/simulation-notes.ts';

interface AddNodesButtonProps extends Pick<ButtonProps, 'variant' | 'isInline'> {
  /** Undefined until known. */
  readonly activity: ClusterActivity | undefined;
}

/** A button that adds simulated nodes. Renders nothing in clusters that do not simulate nodes. */
export function AddNodesButton({ activity, ...button }: AddNodesButtonProps) {
  const application = useApplication();
  const [isBusy, setBusy] = useState(false);
  if (!activity?.controllers.has(NODE_SIMULATION)) return null;
  const add = async () => {
    setBusy(true);
    await addSimulatedNodes(application);
    setBusy(false);
  };
  return (
    <Button {...button} isLoading={isBusy} isDisabled={isBusy} onClick={() => void add()}>
      Add {ADDED_NODES} simulated nodes
    </Button>
  );
}
