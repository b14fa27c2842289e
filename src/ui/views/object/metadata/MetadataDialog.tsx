import './metadata-dialog.css';
import { Alert, Skeleton } from '@patternfly/react-core';
import { useEffect, useState } from 'react';
import { errorText } from '../../../../api/error-text.ts';
import type { ApiObject } from '../../../../api/object.ts';
import type { DiscoveredResource } from '../../../../client/discovery.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { ServerMessage } from '../../../components/text/ServerMessage.tsx';
import { useApplication } from '../../../hooks/use-application.ts';
import { entriesOf, entriesProblem, type MetadataEntry, pairsPatch } from '../../../state/objects/metadata-edits.ts';
import { EntryFields } from './EntryFields.tsx';

interface MetadataDialogProps {
  readonly resource: DiscoveredResource;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly onClose: () => void;
}

interface Edits {
  readonly loaded: ApiObject['metadata'];
  readonly labels: readonly MetadataEntry[];
  readonly annotations: readonly MetadataEntry[];
}

/** Edits the labels and annotations of an object. Writes only changed keys. */
export function MetadataDialog({ resource, name, namespace, onClose }: MetadataDialogProps) {
  const { client, notifications } = useApplication();
  const [edits, setEdits] = useState<Edits>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const { group, version, resource: plural } = resource;
  const address = { group, version, resource: plural, name, ...(namespace ? { namespace } : {}) };
  const key = JSON.stringify(address);
  useEffect(() => {
    client.get(JSON.parse(key) as typeof address).then(
      ({ metadata }) =>
        setEdits({
          loaded: metadata,
          labels: entriesOf(metadata.labels),
          annotations: entriesOf(metadata.annotations),
        }),
      setError,
    );
  }, [client, key]);
  const problem = edits && (entriesProblem(edits.labels) ?? entriesProblem(edits.annotations));
  const labels = edits && pairsPatch(edits.loaded.labels, edits.labels);
  const annotations = edits && pairsPatch(edits.loaded.annotations, edits.annotations);
  const save = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const metadata = { ...(labels ? { labels } : {}), ...(annotations ? { annotations } : {}) };
      await client.patch(address, 'merge', { metadata });
      notifications.getState().notify('success', `Saved ${name}`);
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={`Labels and annotations of ${name}`}
      description="Only keys that you change are written."
      submitText="Save"
      variant="medium"
      isReady={problem === undefined && (labels ?? annotations) !== undefined}
      isBusy={isBusy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {edits ? (
        <>
          <EntryFields
            title="Labels"
            entries={edits.labels}
            onChange={(entries) => setEdits({ ...edits, labels: entries })}
          />
          <EntryFields
            title="Annotations"
            entries={edits.annotations}
            onChange={(entries) => setEdits({ ...edits, annotations: entries })}
          />
        </>
      ) : (
        error === undefined && <Skeleton height="8rem" screenreaderText="Loading labels and annotations" />
      )}
      {problem && <Alert component="h2" isInline isPlain variant="warning" title={problem} />}
      {error !== undefined && (
        <Alert component="h2" isInline variant="danger" title={`${name} could not be ${edits ? 'saved' : 'read'}`}>
          <ServerMessage>{errorText(error)}</ServerMessage>
        </Alert>
      )}
    </FormDialog>
  );
}
