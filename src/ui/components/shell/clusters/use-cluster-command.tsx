import { Button, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { type ReactNode, useState } from 'react';
import type { ClusterCommand } from '../../../../api/named-cluster.ts';
import { useApplication } from '../../../hooks/use-application.ts';

const FAILURES: Readonly<Record<ClusterCommand['type'], string>> = {
  create: 'The cluster was not created',
  switch: 'The cluster was not opened',
  rename: 'The cluster was not renamed',
  reset: 'The cluster was not reset',
  delete: 'The cluster was not deleted',
  'keep-dialect': 'The choice was not stored',
};

const keepsPage = ({ type }: ClusterCommand): boolean => type === 'rename' || type === 'keep-dialect';

/** Carries out commands that load the page anew: asks first when that would discard drafts, and reports failures. */
export function useClusterCommand(): {
  readonly run: (command: ClusterCommand, destination?: string) => void;
  /** The question about drafts, to be rendered. */
  readonly warning: ReactNode;
} {
  const { clusters, drafts, identity, notifications } = useApplication();
  const [waiting, setWaiting] = useState<{ readonly command: ClusterCommand; readonly destination: string }>();
  const carryOut = async (command: ClusterCommand, destination: string): Promise<void> => {
    setWaiting(undefined);
    try {
      await clusters?.getState().run(command, destination);
      if (keepsPage(command)) return;
      // Users of the old cluster need not have any rights in the new one.
      identity.getState().switchTo({ type: 'administrator' });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      notifications.getState().notify('danger', FAILURES[command.type], text);
    }
  };
  const run = (command: ClusterCommand, destination = '/') => {
    if (!keepsPage(command) && Object.keys(drafts.getState().drafts).length > 0) setWaiting({ command, destination });
    else void carryOut(command, destination);
  };
  const warning = waiting && (
    <Modal isOpen variant="small" onClose={() => setWaiting(undefined)} aria-labelledby="discard-drafts-title">
      <ModalHeader title="Discard your drafts?" titleIconVariant="warning" labelId="discard-drafts-title" />
      <ModalBody>
        You have unsaved YAML in an editor. The page reloads to show the other cluster, and the drafts are lost.
      </ModalBody>
      <ModalFooter>
        <Button
          variant="danger"
          onClick={() => {
            for (const key of Object.keys(drafts.getState().drafts)) drafts.getState().discard(key);
            void carryOut(waiting.command, waiting.destination);
          }}
        >
          Discard and continue
        </Button>
        <Button variant="link" onClick={() => setWaiting(undefined)}>
          Cancel
        </Button>
      </ModalFooter>
    </Modal>
  );
  return { run, warning };
}
