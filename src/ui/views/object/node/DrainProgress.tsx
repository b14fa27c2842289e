import { Alert, Button, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { Tbody } from '@patternfly/react-table';
import { useId } from 'react';
import type { Pod } from '../../../../api/kinds/core-v1.generated.ts';
import type { Eviction } from '../../../commands/nodes/drain-node.ts';
import { StatusLabel } from '../../../components/table/StatusLabel.tsx';
import { Table } from '../../../components/table/Table.tsx';
import { TableHead } from '../../../components/table/TableHead.tsx';
import { Td } from '../../../components/table/Td.tsx';
import { Tr } from '../../../components/table/Tr.tsx';

interface DrainProgressProps {
  readonly name: string;
  /** The pods that are still on the node. */
  readonly pods: readonly Pod[];
  /** The pods that are drained. */
  readonly drained: readonly Pod[];
  readonly evictions: ReadonlyMap<string, Eviction>;
  readonly onClose: () => void;
}

const WORDS = {
  evicting: { text: 'Evicting', status: 'info' },
  blocked: { text: 'Blocked, retrying', status: 'warning' },
  evicted: { text: 'Terminating', status: 'info' },
  failed: { text: 'Failed', status: 'danger' },
  gone: { text: 'Gone', status: 'success' },
} as const;

/** The pods of a node that is being drained, with the server's reasons for those that stay. */
export function DrainProgress({ name, pods, drained, evictions, onClose }: DrainProgressProps) {
  const id = useId();
  const present = new Set(pods.map(({ metadata }) => metadata.uid));
  const rows = drained.map(({ metadata }) => {
    const eviction: Eviction = evictions.get(metadata.uid ?? '') ?? { state: 'evicting' };
    return {
      metadata,
      message: eviction.message,
      state: present.has(metadata.uid) ? eviction.state : ('gone' as const),
    };
  });
  const isDone = rows.every(({ state }) => state === 'gone');
  const hasFailed = !isDone && rows.every(({ state }) => state === 'gone' || state === 'failed');
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby={id}>
      <ModalHeader title={`Drain ${name}`} labelId={id} />
      <ModalBody>
        <Alert
          component="h2"
          isInline
          isPlain
          isLiveRegion
          variant={isDone ? 'success' : hasFailed ? 'danger' : 'info'}
          title={isDone ? `${name} is drained.` : hasFailed ? `${name} could not be drained.` : `Draining ${name}.`}
        />
        {rows.length > 0 && (
          <Table variant="compact" borders={false} aria-label="Evictions" gridBreakPoint="">
            <TableHead columns={['Pod', 'State']} />
            <Tbody>
              {rows.map(({ metadata, state, message }) => (
                <Tr key={metadata.uid}>
                  <Td dataLabel="Pod">
                    {metadata.namespace}/{metadata.name}
                  </Td>
                  <Td dataLabel="State">
                    <StatusLabel status={WORDS[state].status}>{WORDS[state].text}</StatusLabel>
                    {message && state !== 'gone' && <div className="tp-subtle">{message}</div>}
                  </Td>
                </Tr>
              ))}
            </Tbody>
          </Table>
        )}
      </ModalBody>
      <ModalFooter>
        <Button variant={isDone || hasFailed ? 'primary' : 'secondary'} onClick={onClose}>
          {isDone || hasFailed ? 'Close' : 'Stop draining'}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
