import { Modal, ModalBody, ModalHeader, Spinner } from '@patternfly/react-core';
import { errorText } from '../../../api/error-text.ts';
import type { GroupResource } from '../../../api/object.ts';
import { askWhy, type WhyAspect } from '../../commands/ask-why.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication, useIdentityKey } from '../../hooks/use-application.ts';
import { ServerMessage } from '../text/ServerMessage.tsx';
import { Explanation } from './Explanation.tsx';

/** The object of a question. */
export interface WhySubject {
  readonly resource: GroupResource;
  readonly namespace: string | undefined;
  readonly name: string;
}

interface WhyDialogProps {
  readonly subject: WhySubject;
  /** The part of the object's state that is explained; the whole state without it. */
  readonly aspect?: WhyAspect;
  readonly title: string;
  readonly onClose: () => void;
}

/** Explains the state of an object, or a part of it, as it was when the dialog was opened. */
export function WhyDialog({ subject, aspect, title, onClose }: WhyDialogProps) {
  const { client } = useApplication();
  const { resource, namespace, name } = subject;
  const question = JSON.stringify([resource.group, resource.resource, namespace, name, aspect, useIdentityKey()]);
  const { value, error } = useAnswer(question, '', (signal) => askWhy(client, resource, subject, signal, aspect));
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="why-title">
      <ModalHeader title={title} labelId="why-title" />
      <ModalBody tabIndex={0} aria-label="Explanation">
        {value && <Explanation why={value} />}
        {error !== undefined && <ServerMessage>{errorText(error)}</ServerMessage>}
        {!value && error === undefined && <Spinner size="lg" aria-label="Loading the explanation" />}
      </ModalBody>
    </Modal>
  );
}
