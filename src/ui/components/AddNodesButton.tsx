import { Button, type ButtonProps } from '@patternfly/react-core';
import { useState } from 'react';
import { addSimulatedNodes } from '../commands/nodes/add-simulated-nodes.ts';
import { useApplication } from '../hooks/use-application.ts';

/** As many as the sample needs to show pods on different nodes. */
const COUNT = 3;

/** Adds simulated nodes to a cluster in this browser; nothing for other clusters. */
export function AddNodesButton(props: Pick<ButtonProps, 'variant' | 'isInline'>) {
  const application = useApplication();
  const [isBusy, setBusy] = useState(false);
  if (application.platform.clusters === undefined) return null;
  const add = async () => {
    setBusy(true);
    await addSimulatedNodes(application, COUNT);
    setBusy(false);
  };
  return (
    <Button {...props} isLoading={isBusy} isDisabled={isBusy} onClick={() => void add()}>
      Add {COUNT} simulated nodes
    </Button>
  );
}
