import { Modal, ModalBody, ModalHeader } from '@patternfly/react-core';
import { type ReactNode, useId } from 'react';
import { CANCEL_BUTTON, DialogFooter } from './DialogFooter.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** Label of the confirming button. */
  readonly submitText: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog({ title, submitText, onSubmit, onClose, children }: ConfirmDialogProps) {
  const id = useId();
  return (
    <Modal isOpen variant="small" onClose={onClose} elementToFocus={CANCEL_BUTTON} aria-labelledby={id}>
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
