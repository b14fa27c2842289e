import { Modal, ModalBody, ModalHeader } from '@patternfly/react-core';
import { type ReactNode, useId } from 'react';
import { DialogFooter } from './DialogFooter.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** What the button says that does it. */
  readonly submitText: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before something is done that cannot be undone. */
export function ConfirmDialog({ title, submitText, onSubmit, onClose, children }: ConfirmDialogProps) {
  const id = useId();
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-labelledby={id}>
      <ModalHeader title={title} titleIconVariant="warning" labelId={id} />
      <ModalBody>{children}</ModalBody>
      <DialogFooter
        submitText={submitText}
        isDestructive
        onClose={onClose}
        onClick={() => {
          onClose();
          onSubmit();
        }}
      />
    </Modal>
  );
}
