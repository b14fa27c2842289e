import { FormGroup } from '@patternfly/react-core';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { DialectName } from '../../../../api/dialect.ts';
import { type ClusterCommand, clusterNameError, freeClusterName } from '../../../../api/named-cluster.ts';
import type { ClustersStore } from '../../../state/stores/clusters-store.ts';
import { DialectRadios } from '../../dialogs/DialectRadios.tsx';
import { FormDialog } from '../../dialogs/FormDialog.tsx';
import { ClusterNameField } from './ClusterNameField.tsx';

interface NewClusterDialogProps {
  readonly clusters: ClustersStore;
  readonly onSubmit: (command: ClusterCommand) => void;
  readonly onClose: () => void;
}

export function NewClusterDialog({ clusters, onSubmit, onClose }: NewClusterDialogProps) {
  const { list, shown } = useStore(clusters);
  const [name, setName] = useState(() => freeClusterName(list.clusters, 'Cluster'));
  const [dialect, setDialect] = useState<DialectName>('kubernetes');
  const error = clusterNameError(list.clusters, name);
  return (
    <FormDialog
      title="New cluster"
      description={`The new cluster starts empty and opens in this tab. “${shown.name}” keeps its objects.`}
      submitText="Create cluster"
      isReady={error === undefined}
      onClose={onClose}
      onSubmit={() => {
        onClose();
        onSubmit({ type: 'create', name, dialect });
      }}
    >
      <ClusterNameField name={name} error={error} onChange={setName} />
      <FormGroup role="radiogroup" isStack label="API group and label names" fieldId="cluster-dialect">
        <DialectRadios dialect={dialect} onChange={setDialect} />
      </FormGroup>
    </FormDialog>
  );
}
