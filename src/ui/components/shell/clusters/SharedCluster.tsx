import { Button, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useStore } from 'zustand';
import { errorText } from '../../../../api/error-text.ts';
import { freeClusterName } from '../../../../api/named-cluster.ts';
import { useAnswer } from '../../../hooks/use-answer.ts';
import { useApplication } from '../../../hooks/use-application.ts';
import { DIALECTS } from '../../../state/dialect-names.ts';
import { isShareHash, readShareHash } from '../../../state/share-link.ts';
import type { ClustersStore } from '../../../state/stores/clusters-store.ts';
import { keepForNextPage } from '../../../state/stores/import-store.ts';
import { DialogFooter } from '../../dialogs/DialogFooter.tsx';

/** Asks before creating a cluster from a share link. Nothing is stored before that. */
export function SharedCluster({ clusters }: { readonly clusters: ClustersStore }) {
  const hash = useLocation({ select: (location) => location.hash });
  return isShareHash(hash) ? <SharedClusterDialog clusters={clusters} hash={hash} /> : null;
}

function SharedClusterDialog({ clusters, hash }: { readonly clusters: ClustersStore; readonly hash: string }) {
  const { list, request } = useStore(clusters);
  const { platform } = useApplication();
  const navigate = useNavigate();
  const { value: shared, error } = useAnswer(hash, '', () => readShareHash(hash));
  const close = () => void navigate({ to: '.', hash: '', replace: true });
  if (error !== undefined) {
    return (
      <Modal isOpen variant="small" onClose={close} aria-labelledby="shared-title">
        <ModalHeader title="The shared cluster could not be opened" titleIconVariant="danger" labelId="shared-title" />
        <ModalBody>{errorText(error)}</ModalBody>
        <ModalFooter>
          <Button onClick={close}>Close</Button>
        </ModalFooter>
      </Modal>
    );
  }
  if (!shared) return null;
  const name = freeClusterName(list.clusters, shared.name);
  const count = shared.yaml.split(/^---$/m).length;
  const create = () => {
    keepForNextPage(platform.session, shared.yaml, `${shared.name} (shared)`);
    request({ type: 'create', name, dialect: shared.dialect, awaitsConsent: true }, '/import');
  };
  return (
    <Modal isOpen variant="small" onClose={close} aria-labelledby="shared-title">
      <ModalHeader title={`Create the shared cluster “${name}”?`} labelId="shared-title" />
      <ModalBody>
        The link contains {count === 1 ? '1 object' : `${count} objects`} for a cluster with{' '}
        {DIALECTS[shared.dialect].inSentence}. They are imported into a new cluster; your other clusters do not change.
        <p className="tp-shared-warning">
          A cluster can contain code and calls to other servers. They stay disabled until you review and accept them.
        </p>
      </ModalBody>
      <DialogFooter submitText="Create cluster" onClose={close} onClick={create} />
    </Modal>
  );
}
