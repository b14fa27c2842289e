import { Alert, FileUpload, FormGroup } from '@patternfly/react-core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { MOST_SESSION_BYTES, TOO_LARGE_SESSION } from '../../../../api/debug/session.ts';
import { errorText } from '../../../../api/error-text.ts';
import { type ClusterCommand, clusterNameError, freeClusterName } from '../../../../api/named-cluster.ts';
import type { ClustersStore } from '../../../state/stores/clusters-store.ts';
import { FormDialog } from '../../dialogs/FormDialog.tsx';
import { ClusterNameField } from './ClusterNameField.tsx';

interface OpenSessionDialogProps {
  readonly clusters: ClustersStore;
  readonly onSubmit: (command: ClusterCommand) => void;
  readonly onClose: () => void;
}

/** Opens a saved session as a cluster of its own. The worker checks the file. */
export function OpenSessionDialog({ clusters, onSubmit, onClose }: OpenSessionDialogProps) {
  const { list } = useStore(clusters);
  const [file, setFile] = useState<File>();
  const [name, setName] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const nameError = clusterNameError(list.clusters, name);
  const isTooLarge = (file?.size ?? 0) > MOST_SESSION_BYTES;
  const problem = isTooLarge ? TOO_LARGE_SESSION : failure;
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    setFailure(undefined);
    if (chosen) setName(freeClusterName(list.clusters, chosen.name.replace(/(\.session)?( \(\d+\))?\.json$/, '')));
  };
  const open = () => {
    setBusy(true);
    file?.text().then(
      (session) => {
        onClose();
        onSubmit({ type: 'open', name, session });
      },
      (error: unknown) => {
        setFailure(errorText(error));
        setBusy(false);
      },
    );
  };
  return (
    <FormDialog
      title="Open session"
      description="The session becomes a cluster of its own and plays in this tab. Other clusters do not change, and none of its code runs."
      submitText="Open"
      isReady={file !== undefined && nameError === undefined && !isTooLarge}
      onClose={onClose}
      isBusy={isBusy}
      onSubmit={open}
    >
      <FormGroup label="File" fieldId="session-file-filename">
        <FileUpload
          id="session-file"
          filename={file?.name ?? ''}
          filenamePlaceholder="Drop a file here, or choose one"
          browseButtonText="Choose…"
          hideDefaultPreview
          onFileInputChange={(_, chosen) => choose(chosen)}
          onClearClick={() => choose(undefined)}
        />
      </FormGroup>
      {problem !== undefined && <Alert isInline component="p" variant="danger" title={problem} />}
      {file && <ClusterNameField name={name} error={nameError} onChange={setName} />}
    </FormDialog>
  );
}
