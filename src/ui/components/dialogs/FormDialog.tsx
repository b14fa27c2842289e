import { Form, Modal, ModalBody, ModalHeader } from '@patternfly/react-core';
import { type ReactNode, useId } from 'react';
import { DialogFooter } from './DialogFooter.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly description: string;
  /** Label of the submit button. */
  readonly submitText: string;
  /** Whether the form is complete. */
  readonly isReady: boolean;
  readonly isBusy?: boolean;
  readonly variant?: 'small' | 'medium';
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog, submitted by its button and by Enter. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    description,
    submitText,
    isReady,
    isBusy = false,
    variant = 'small',
    onSubmit,
    onClose,
    children,
  } = props;
  const id = useId();
  const canSubmit = isReady && !isBusy;
  return (
    <Modal isOpen variant={variant} onClose={onClose} aria-labelledby={`${id}-title`}>
      <ModalHeader title={title} labelId={`${id}-title`} description={description} />
      <ModalBody>
        <Form
          id={id}
          onSubmit={(event) => {
            event.preventDefault();
            if (canSubmit) onSubmit();
          }}
        >
          {children}
        </Form>
      </ModalBody>
      <DialogFooter
        submitText={submitText}
        type="submit"
        form={id}
        isDisabled={!canSubmit}
        isLoading={isBusy}
        onClose={onClose}
      />
    </Modal>
  );
}
