import { Button, type ButtonProps, ModalFooter } from '@patternfly/react-core';

interface DialogFooterProps extends Pick<ButtonProps, 'type' | 'form' | 'isDisabled' | 'isLoading' | 'onClick'> {
  readonly submitText: string;
  /** The action cannot be undone. */
  readonly isDestructive?: boolean;
  readonly onClose: () => void;
}

/** Selects the Cancel button, which dialogs with a destructive action focus first. */
export const CANCEL_BUTTON = '.tp-dialog-cancel';

/** The action of a dialog and its Cancel button. */
export const DialogFooter = ({ submitText, isDestructive = false, onClose, ...submit }: DialogFooterProps) => (
  <ModalFooter>
    <Button variant={isDestructive ? 'danger' : 'primary'} {...submit}>
      {submitText}
    </Button>
    <Button variant="link" onClick={onClose} className="tp-dialog-cancel">
      Cancel
    </Button>
  </ModalFooter>
);
