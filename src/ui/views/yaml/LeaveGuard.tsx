import { Button, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { useBlocker } from '@tanstack/react-router';
import { useApplication } from '../../hooks/use-application.ts';

/** The requests view, which explains rejections: opening it keeps the draft. */
const REQUESTS = '/requests';

/** Asks before leaving a view with a draft, which is kept unless discarded. */
export function LeaveGuard({ draftKey }: { readonly draftKey: string }) {
  const { drafts } = useApplication();
  const hasDraft = () => drafts.getState().drafts[draftKey] !== undefined;
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      hasDraft() && current.pathname !== next.pathname && next.pathname !== REQUESTS,
    enableBeforeUnload: hasDraft,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  const giveUp = () => {
    drafts.getState().discard(draftKey);
    proceed();
  };
  return (
    <Modal isOpen variant="small" onClose={reset} aria-labelledby="leave-title">
      <ModalHeader title="Leave without saving?" titleIconVariant="warning" labelId="leave-title" />
      <ModalBody>
        You can keep your text as a draft. It is here when you come back, until you close this page.
      </ModalBody>
      <ModalFooter>
        <Button onClick={proceed}>Keep draft and leave</Button>
        <Button variant="secondary" isDanger onClick={giveUp}>
          Discard draft and leave
        </Button>
        <Button variant="link" onClick={reset}>
          Stay
        </Button>
      </ModalFooter>
    </Modal>
  );
}
