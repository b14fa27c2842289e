import { Alert, FormGroup, NumberInput, Skeleton } from '@patternfly/react-core';
import { useEffect, useState } from 'react';
import { errorText } from '../../../api/error-text.ts';
import type { ObjectMeta } from '../../../api/kinds/meta-v1.generated.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { readReplicas, scaleObject } from '../../commands/scale-object.ts';
import { useApplication } from '../../hooks/use-application.ts';
import { ServerMessage } from '../text/ServerMessage.tsx';
import { FormDialog } from './FormDialog.tsx';

interface ScaleDialogProps {
  readonly resource: DiscoveredResource;
  readonly metadata: ObjectMeta;
  readonly onClose: () => void;
}

/** Sets the number of replicas through the scale subresource. */
export function ScaleDialog({ resource, metadata, onClose }: ScaleDialogProps) {
  const { client, notifications } = useApplication();
  const [replicas, setReplicas] = useState<number>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const { namespace = '', name = '' } = metadata;
  useEffect(() => {
    // The object or discovery may change while the dialog is open, which must not replace what the user typed.
    readReplicas(client, resource, { namespace, name }).then((read) => setReplicas((typed) => typed ?? read), setError);
  }, [client, resource, namespace, name]);
  const submit = async () => {
    setBusy(true);
    try {
      await scaleObject(client, resource, metadata, replicas ?? 0);
      notifications.getState().notify('success', `Scaled ${metadata.name} to ${replicas}`);
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={`Scale ${metadata.name}`}
      description="Sets the desired number of replicas."
      submitText="Scale"
      isReady={replicas !== undefined}
      isBusy={isBusy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormGroup label="Replicas" fieldId="replicas">
        {replicas === undefined && error === undefined ? (
          <Skeleton width="8rem" height="2.25rem" screenreaderText="Loading the number of replicas" />
        ) : (
          <NumberInput
            id="replicas"
            inputAriaLabel="Replicas"
            minusBtnAriaLabel="One replica fewer"
            plusBtnAriaLabel="One replica more"
            min={0}
            value={replicas ?? 0}
            onMinus={() => setReplicas((replicas ?? 1) - 1)}
            onPlus={() => setReplicas((replicas ?? 0) + 1)}
            onChange={({ currentTarget }) => setReplicas(Math.max(0, Math.trunc(Number(currentTarget.value) || 0)))}
          />
        )}
      </FormGroup>
      {error !== undefined && (
        <Alert component="h2" isInline variant="danger" title={`${metadata.name} could not be scaled`}>
          <ServerMessage>{errorText(error)}</ServerMessage>
        </Alert>
      )}
    </FormDialog>
  );
}
