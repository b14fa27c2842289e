import { useStore } from 'zustand';
import type { ClustersStore } from '../../../state/stores/clusters-store.ts';
import { ConfirmDialog } from '../../dialogs/ConfirmDialog.tsx';
import { ClusterNameDialog } from './ClusterNameDialog.tsx';
import { NewClusterDialog } from './NewClusterDialog.tsx';

/** The dialog opened by the menu or the palette. */
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
          This deletes every object in the cluster. Other clusters do not change. Export the objects first if you need
          them later.
        </ConfirmDialog>
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={`Delete “${shown.name}”?`}
          submitText="Delete cluster"
          onClose={close}
          onSubmit={() => request({ type: 'delete', id: shown.id })}
        >
          This deletes the cluster and every object in it, also for other tabs that show it. Export the objects first if
          you need them later.
        </ConfirmDialog>
      )}
    </>
  );
}
