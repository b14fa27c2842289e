import { Button, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { currentCluster } from '../../../../api/named-cluster.ts';
import { useApplication } from '../../../hooks/use-application.ts';
import type { ClustersStore } from '../../../state/stores/clusters-store.ts';

/**
 * Reloads the page when it shows another cluster or its own was reset. Asks first when the cluster was deleted, or another
 * tab has reset it and there are drafts.
 */
export function ReplacedCluster({ clusters }: { readonly clusters: ClustersStore }) {
  const { drafts } = useApplication();
  const { replacement, destination, list, shown } = useStore(clusters);
  const hasDrafts = useStore(drafts, (state) => Object.keys(state.drafts).length > 0);
  const isLost = replacement === 'lost';
  const mustAsk = isLost || replacement === 'deleted' || (replacement === 'reset' && hasDrafts);
  const leave = replacement !== undefined && !mustAsk;
  useEffect(() => {
    if (leave) location.assign(destination);
  }, [leave, destination]);
  if (!mustAsk) return null;
  const isDeleted = replacement === 'deleted';
  const other = currentCluster(list).name;
  const load = () => {
    // Drafts would make the browser ask again.
    for (const key of Object.keys(drafts.getState().drafts)) drafts.getState().discard(key);
    location.assign('/');
  };
  return (
    <Modal isOpen variant="small" aria-labelledby="replaced-title">
      <ModalHeader
        title={
          isLost
            ? `The browser’s data of “${shown.name}” was deleted`
            : `Another tab ${isDeleted ? 'deleted' : 'reset'} “${shown.name}”`
        }
        titleIconVariant="warning"
        labelId="replaced-title"
      />
      <ModalBody>
        {isLost
          ? 'The cluster and its objects no longer exist: the data of this site was cleared outside of Tabplane. Start with an empty cluster, into which you can import an export.'
          : isDeleted
            ? `The cluster and its objects no longer exist. This tab can show “${other}” instead.`
            : 'Nothing can be saved until the page reloads.'}
        {hasDrafts && ` This tab has unsaved YAML for “${shown.name}”, which is then lost.`}
      </ModalBody>
      <ModalFooter>
        <Button variant={hasDrafts ? 'danger' : 'primary'} onClick={load}>
          {isLost
            ? startText(hasDrafts)
            : hasDrafts
              ? `Discard drafts and ${isDeleted ? `open “${other}”` : 'reload'}`
              : `Open “${other}”`}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

const startText = (hasDrafts: boolean): string =>
  hasDrafts ? 'Discard drafts and start an empty cluster' : 'Start an empty cluster';
