import { useState } from 'react';
import { useStore } from 'zustand';
import { type ClusterCommand, clusterNameError } from '../../../../api/named-cluster.ts';
import type { ClustersStore } from '../../../state/stores/clusters-store.ts';
import { FormDialog } from '../../dialogs/FormDialog.tsx';
import { ClusterNameField } from './ClusterNameField.tsx';

interface ClusterNameDialogProps {
  readonly clusters: ClustersStore;
  readonly onSubmit: (command: ClusterCommand) => void;
  readonly onClose: () => void;
}

export function ClusterNameDialog({ clusters, onSubmit, onClose }: ClusterNameDialogProps) {
  const { list, shown } = useStore(clusters);
  const [name, setName] = useState(shown.name);
  const error = clusterNameError(list.clusters, name, shown.id);
  return (
    <FormDialog
      title="Rename cluster"
      description="The name is shown only in this browser. Objects do not change."
      submitText="Rename"
      isReady={error === undefined}
      onClose={onClose}
      onSubmit={() => {
        onClose();
        onSubmit({ type: 'rename', id: shown.id, name });
      }}
    >
      <ClusterNameField name={name} error={error} onChange={setName} />
    </FormDialog>
  );
}
