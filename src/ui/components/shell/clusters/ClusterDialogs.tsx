import { useNavigate } from '@tanstack/react-router';
import { useStore } from 'zustand';
import type { ClustersStore } from '../../../state/stores/clusters-store.ts';
import { ConfirmDialog } from '../../dialogs/ConfirmDialog.tsx';
import { ClusterNameDialog } from './ClusterNameDialog.tsx';
import { NewClusterDialog } from './NewClusterDialog.tsx';
import { OpenSessionDialog } from './OpenSessionDialog.tsx';
import { SaveSessionDialog } from './SaveSessionDialog.tsx';

/** The dialog opened by the menu or the palette. */
export function ClusterDialogs({ clusters }: { readonly clusters: ClustersStore }) {
  const { dialog, shown, openDialog, request } = useStore(clusters);
  const navigate = useNavigate();
  const close = () => openDialog(undefined);
  return (
    <>
      {dialog === 'create' && <NewClusterDialog clusters={clusters} onClose={close} onSubmit={request} />}
      {dialog === 'save-session' && <SaveSessionDialog name={shown.name} onClose={close} />}
      {dialog === 'open-session' && <OpenSessionDialog clusters={clusters} onClose={close} onSubmit={request} />}
      {dialog === 'continue' && (
        <ConfirmDialog
          title={`Continue “${shown.name}”?`}
          submitText="Continue"
          onClose={close}
          onSubmit={() => {
            void navigate({ to: '.', search: (search) => ({ ...search, at: undefined }) });
            request({ type: 'continue', id: shown.id });
          }}
        >
          The session becomes a cluster that can be changed, as it was at its end. Its clock stands still until you
          resume it; its code and its calls to other servers stay disabled until you accept them. The history that it
          came with is dropped after an hour.
        </ConfirmDialog>
      )}
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
