import { Button, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { Tbody } from '@patternfly/react-table';
import { errorText } from '../../../api/error-text.ts';
import type { Outcome } from '../../commands/kind-operations.ts';
import { StatusLabel } from '../../components/table/StatusLabel.tsx';
import { Table } from '../../components/table/Table.tsx';
import { TableHead } from '../../components/table/TableHead.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import { ServerMessage } from '../../components/text/ServerMessage.tsx';

interface OutcomeDialogProps {
  /** The verb in the past: `Restarted`. */
  readonly done: string;
  readonly outcomes: readonly Outcome[];
  readonly onClose: () => void;
}

/** The outcomes of an operation on several objects, failures first. */
export function OutcomeDialog({ done, outcomes, onClose }: OutcomeDialogProps) {
  const failed = outcomes.filter(({ error }) => error !== undefined);
  const rows = [...failed, ...outcomes.filter(({ error }) => error === undefined)];
  const title = `${done} ${outcomes.length - failed.length} of ${outcomes.length}`;
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="outcome-title">
      <ModalHeader title={title} labelId="outcome-title" />
      <ModalBody tabIndex={0} aria-label="Outcomes">
        <Table variant="compact" gridBreakPoint="" borders={false} aria-label="Outcomes">
          <TableHead columns={['Object', 'Outcome']} />
          <Tbody>
            {rows.map(({ namespace, name, error }) => (
              <Tr key={`${namespace}/${name}`}>
                <Td dataLabel="Object">
                  {name} {namespace && <span className="tp-subtle">in {namespace}</span>}
                </Td>
                <Td dataLabel="Outcome">
                  {error === undefined ? (
                    <StatusLabel status="success">{done}</StatusLabel>
                  ) : (
                    <>
                      <StatusLabel status="danger">Failed</StatusLabel>{' '}
                      <ServerMessage>{errorText(error)}</ServerMessage>
                    </>
                  )}
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose}>Close</Button>
      </ModalFooter>
    </Modal>
  );
}
