import { useEffect } from 'react';
import { useStore } from 'zustand';
import { errorText } from '../../../../api/error-text.ts';
import type { ClusterCommand } from '../../../../api/named-cluster.ts';
import { useApplication } from '../../../hooks/use-application.ts';
import type { ClustersStore } from '../../../state/stores/clusters-store.ts';
import { ConfirmDialog } from '../../dialogs/ConfirmDialog.tsx';

const FAILURES: Readonly<Record<ClusterCommand['type'], string>> = {
  create: 'The cluster was not created',
  open: 'The session was not opened',
  continue: 'The cluster was not continued',
  accept: 'The cluster was not accepted',
  switch: 'The cluster was not opened',
  rename: 'The cluster was not renamed',
  reset: 'The cluster was not reset',
  delete: 'The cluster was not deleted',
  'keep-dialect': 'The choice was not saved',
};

/** Runs the requested command: asks first when that would discard drafts, and reports failures. */
export function RequestedCommand({ clusters }: { readonly clusters: ClustersStore }) {
  const { drafts, identity, notifications } = useApplication();
  const { requested, request, run } = useStore(clusters);
  const hasDrafts = useStore(drafts, (state) => Object.keys(state.drafts).length > 0);
  const replaces =
    requested !== undefined && !['rename', 'accept', 'continue', 'keep-dialect'].includes(requested.command.type);
  const mustAsk = replaces && hasDrafts;
  useEffect(() => {
    if (!requested || mustAsk) return;
    request(undefined);
    run(requested.command, requested.destination, requested.onNewCluster).then(
      () => {
        // Users of the old cluster may have no access to the new one.
        if (replaces) identity.getState().switchTo({ type: 'administrator' });
      },
      (error: unknown) => {
        const text = errorText(error);
        notifications.getState().notify('danger', FAILURES[requested.command.type], text);
      },
    );
  }, [requested, mustAsk, replaces, request, run, identity, notifications]);
  if (!mustAsk) return null;
  return (
    <ConfirmDialog
      title="Discard your drafts?"
      submitText="Discard and continue"
      onClose={() => request(undefined)}
      onSubmit={() => {
        for (const key of Object.keys(drafts.getState().drafts)) drafts.getState().discard(key);
        request(requested.command, requested.destination, requested.onNewCluster);
      }}
    >
      You have unsaved YAML in an editor. The page reloads to show the other cluster, and your drafts are lost.
    </ConfirmDialog>
  );
}
