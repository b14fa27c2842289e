import { Button, Flex } from '@patternfly/react-core';
import { useState } from 'react';
import { errorText } from '../../../../api/error-text.ts';
import type { Node, Pod } from '../../../../api/kinds/core-v1.generated.ts';
import { setSchedulable } from '../../../commands/nodes/drain-node.ts';
import { useApplication } from '../../../hooks/use-application.ts';
import { downPatch, isDown, isSimulated } from '../../../state/objects/nodes/simulated-nodes.ts';
import { DrainDialog } from './DrainDialog.tsx';

interface NodeActionsProps {
  readonly node: Node;
  readonly pods: readonly Pod[];
  /** Whether the pods are loaded: an earlier drain would miss some. */
  readonly isLoaded: boolean;
}

/** Cordon, uncordon and drain a node; take a simulated one down and bring it back. */
export function NodeActions({ node, pods, isLoaded }: NodeActionsProps) {
  const application = useApplication();
  const [isDraining, setDraining] = useState(false);
  const { name = '' } = node.metadata;
  const report = async (change: Promise<unknown>, done: string, failed: string) => {
    const { notify } = application.notifications.getState();
    await change.then(
      () => notify('success', done),
      (error: unknown) => notify('danger', failed, errorText(error)),
    );
  };
  const isCordoned = node.spec?.unschedulable === true;
  const [cordoned, uncordoned] = [`Cordoned ${name}`, `Uncordoned ${name}`];
  const toggleCordon = () =>
    void report(
      setSchedulable(application, node, isCordoned),
      isCordoned ? uncordoned : cordoned,
      `${name} could not be ${isCordoned ? 'uncordoned' : 'cordoned'}`,
    );
  const toggleDown = () =>
    void report(
      application.client.patch(
        { group: '', version: 'v1', resource: 'nodes', name },
        'merge',
        downPatch(!isDown(node)),
      ),
      isDown(node) ? `${name} is back` : `${name} is down`,
      `${name} could not be ${isDown(node) ? 'brought back' : 'taken down'}`,
    );
  return (
    <Flex gap={{ default: 'gapSm' }}>
      <Button variant="secondary" onClick={toggleCordon}>
        {isCordoned ? 'Uncordon' : 'Cordon'}
      </Button>
      <Button variant="secondary" isDisabled={!isLoaded} onClick={() => setDraining(true)}>
        Drain…
      </Button>
      {isSimulated(node) && (
        <Button variant="secondary" isDanger={!isDown(node)} onClick={toggleDown}>
          {isDown(node) ? 'Bring node back' : 'Take node down'}
        </Button>
      )}
      {isDraining && <DrainDialog node={node} pods={pods} onClose={() => setDraining(false)} />}
    </Flex>
  );
}
