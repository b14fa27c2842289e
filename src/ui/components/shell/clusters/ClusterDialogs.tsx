import { useStore } from 'zustand';
import type { ClustersStore } from '../../../state/clusters-store.ts';
import { ConfirmDialog } from '../../ConfirmDialog.tsx';
import { ClusterNameDialog } from './ClusterNameDialog.tsx';
import { NewClusterDialog } from './NewClusterDialog.tsx';

/** The dialog that the menu or the palette opened. */
export function ClusterDialogs({ clusters }: { readonly clusters: ClustersStore }) {
  const { dialog, shown, openDialog, request } = useStore(clusters);
  const close = () => openDialog(undefined);
  return (
    <>
      {dialog === 'create' && <NewClusterDialog clusters={clusters} onClose={close} onSubmit={request} />}
      {dialog === 'rename' && <ClusterNameDialog clusters={clusters} onClose={close} onSubmit={request} />}
      {dialog === 'reset' && (
        <ConfirmDialog
          title={`Reset “${shown.name}”?`}
          submitText="Reset cluster"
          onClose={close}
          onSubmit={() => request({ type: 'reset', id: shown.id })}
        >
          Every object in this cluster is deleted, and the cluster starts empty. Other clusters stay as they are. Export
          the objects first if you need them later.
        </ConfirmDialog>
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={`Delete “${shown.name}”?`}
          submitText="Delete cluster"
          onClose={close}
          onSubmit={() => request({ type: 'delete', id: shown.id })}
        >
          The cluster and every object in it are deleted. Export the objects first if you need them later.
        </ConfirmDialog>
      )}
    </>
  );
}
