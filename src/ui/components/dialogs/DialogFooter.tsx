import { Button, type ButtonProps, ModalFooter } from '@patternfly/react-core';

interface DialogFooterProps extends Pick<ButtonProps, 'type' | 'form' | 'isDisabled' | 'isLoading' | 'onClick'> {
  readonly submitText: string;
  /** The action cannot be undone: Cancel has the focus at first. */
  readonly isDestructive?: boolean;
  readonly onClose: () => void;
}

/** The action of a dialog and the way out of it. */
export const DialogFooter = ({ submitText, isDestructive = false, onClose, ...submit }: DialogFooterProps) => (
  <ModalFooter>
    <Button variant={isDestructive ? 'danger' : 'primary'} {...submit}>
      {submitText}
    </Button>
    <Button variant="link" onClick={onClose} autoFocus={isDestructive}>
      Cancel
    </Button>
  </ModalFooter>
);
