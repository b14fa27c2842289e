import { Button, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { currentCluster } from '../../../../api/named-cluster.ts';
import { useApplication } from '../../../hooks/use-application.ts';
import type { ClustersStore } from '../../../state/stores/clusters-store.ts';

/** Reloads the page when its cluster was replaced, in this tab or another; asks first when there are drafts. */
export function ReplacedCluster({ clusters }: { readonly clusters: ClustersStore }) {
  const { drafts } = useApplication();
  const { isReplaced, destination, list, shown, run } = useStore(clusters);
  const hasDrafts = useStore(drafts, (state) => Object.keys(state.drafts).length > 0);
  const leave = isReplaced && !hasDrafts;
  useEffect(() => {
    if (leave) location.assign(destination);
  }, [leave, destination]);
  if (!isReplaced || !hasDrafts) return null;
  const opened = currentCluster(list);
  const isOtherCluster = opened.id !== shown.id;
  const discard = () => {
    for (const key of Object.keys(drafts.getState().drafts)) drafts.getState().discard(key);
  };
  return (
    <Modal isOpen variant="small" aria-labelledby="replaced-title">
      <ModalHeader
        title={isOtherCluster ? `Another tab opened “${opened.name}”` : `Another tab reset “${shown.name}”`}
        titleIconVariant="warning"
        labelId="replaced-title"
      />
      <ModalBody>
        This tab has unsaved YAML for “{shown.name}”. Nothing can be saved until the page reloads, and reloading
        discards the drafts.
        {isOtherCluster && ' Switch back to keep working on them; the other tab then switches too.'}
      </ModalBody>
      <ModalFooter>
        {isOtherCluster && list.clusters.some(({ id }) => id === shown.id) && (
          <Button onClick={() => void run({ type: 'switch', id: shown.id })}>Switch back to “{shown.name}”</Button>
        )}
        <Button variant="danger" onClick={discard}>
          Discard drafts and reload
        </Button>
      </ModalFooter>
    </Modal>
  );
}
