import { Button, Modal, ModalFooter, ModalHeader } from '@patternfly/react-core';

interface ReplaceDialogProps {
  readonly onReplace: () => void;
  readonly onClose: () => void;
}

/** Asks before an example replaces the user's changes. */
export const ReplaceDialog = ({ onReplace, onClose }: ReplaceDialogProps) => (
  <Modal isOpen variant="small" onClose={onClose} aria-labelledby="replace-title">
    <ModalHeader
      title="Replace your changes?"
      titleIconVariant="warning"
      labelId="replace-title"
      description="The example replaces your code and the request."
    />
    <ModalFooter>
      <Button onClick={onReplace}>Replace</Button>
      <Button variant="link" onClick={onClose} autoFocus>
        Keep my changes
      </Button>
    </ModalFooter>
  </Modal>
);
