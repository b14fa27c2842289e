import { Alert, Checkbox, FormGroup, List, ListItem } from '@patternfly/react-core';
import { useState } from 'react';
import { dialectNamed } from '../../../../api/dialect.ts';
import { errorText } from '../../../../api/error-text.ts';
import type { Node, Pod } from '../../../../api/kinds/core-v1.generated.ts';
import { type DrainObstacle, type DrainOptions, planDrain } from '../../../../client/objects/drain-plan.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { ServerMessage } from '../../../components/text/ServerMessage.tsx';
import { useDiscovery } from '../../../hooks/use-application.ts';
import { dialectOf } from '../../../state/dialect-names.ts';
import { DrainProgress } from './DrainProgress.tsx';
import { useDrain } from './use-drain.ts';

interface DrainDialogProps {
  readonly node: Node;
  readonly pods: readonly Pod[];
  readonly onClose: () => void;
}

const OPTIONS: readonly { readonly name: keyof DrainOptions; readonly label: string; readonly description: string }[] =
  [
    {
      name: 'ignoreDaemonSets',
      label: 'Leave pods of daemon sets',
      description: 'Their controller would create them again.',
    },
    {
      name: 'deleteEmptyDirData',
      label: 'Evict pods with emptyDir volumes',
      description: 'The data in these volumes is lost.',
    },
    {
      name: 'force',
      label: 'Evict pods without a controller',
      description: 'Nothing creates them again.',
    },
  ];

const OBSTACLES: Readonly<Record<DrainObstacle, string>> = {
  'daemon set': 'belongs to a daemon set',
  'local data': 'has emptyDir volumes',
  'no controller': 'has no controller',
};

const podCount = (count: number): string => (count === 1 ? '1 pod' : `${count} pods`);

/** Cordons a node and evicts its pods, and shows the progress and the pods that block it. */
export function DrainDialog({ node, pods, onClose }: DrainDialogProps) {
  const dialect = dialectNamed(dialectOf(useDiscovery()));
  const [options, setOptions] = useState<DrainOptions>({
    ignoreDaemonSets: true,
    deleteEmptyDirData: false,
    force: false,
  });
  const { drained, evictions, error, drain } = useDrain(node);
  const { evicted, ignored, obstacles } = planDrain(pods, options, dialect);
  const { name } = node.metadata;
  if (drained) {
    return <DrainProgress name={name ?? ''} pods={pods} drained={drained} evictions={evictions} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={`Drain ${name}`}
      description="Marks the node as unschedulable and evicts its pods, within their disruption budgets."
      submitText="Drain"
      isReady={obstacles.length === 0}
      onSubmit={() => drain(evicted)}
      onClose={onClose}
    >
      <FormGroup role="group" label="Pods" fieldId="drain-options">
        {OPTIONS.map(({ name: option, label, description }) => (
          <Checkbox
            key={option}
            id={`drain-${option}`}
            label={label}
            description={description}
            isChecked={options[option]}
            onChange={(_, isChecked) => setOptions({ ...options, [option]: isChecked })}
          />
        ))}
      </FormGroup>
      {obstacles.length > 0 ? (
        <Alert
          component="h2"
          isInline
          variant="warning"
          title={`${podCount(obstacles.length)} cannot be evicted with these options`}
        >
          <List>
            {obstacles.map(({ pod: { metadata }, obstacle }) => (
              <ListItem key={metadata.uid}>
                {metadata.namespace}/{metadata.name} {OBSTACLES[obstacle]}
              </ListItem>
            ))}
          </List>
        </Alert>
      ) : (
        <p>
          {evicted.length === 0 ? 'No pods to evict' : `Evicts ${podCount(evicted.length)}`}
          {ignored.length > 0 && `; leaves ${podCount(ignored.length)}`}.
        </p>
      )}
      {error !== undefined && (
        <Alert component="h2" isInline variant="danger" title={`${name} could not be drained`}>
          <ServerMessage>{errorText(error)}</ServerMessage>
        </Alert>
      )}
    </FormDialog>
  );
}
