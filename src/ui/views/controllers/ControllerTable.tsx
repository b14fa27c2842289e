import { Switch } from '@patternfly/react-core';
import { Tbody } from '@patternfly/react-table';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { ControllerState } from '../../../api/debug/controller-state.ts';
import { errorText } from '../../../api/error-text.ts';
import { Table } from '../../components/table/Table.tsx';
import { TableHead } from '../../components/table/TableHead.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import { useApplication } from '../../hooks/use-application.ts';

interface ControllerTableProps {
  readonly controllers: readonly ControllerState[];
  /** @throws ApiError */
  readonly onSwitch: (controller: ControllerState, isRunning: boolean) => Promise<void>;
}

/** One row for each controller, with a switch. */
export function ControllerTable({ controllers, onSwitch }: ControllerTableProps) {
  const { notify } = useStore(useApplication().notifications);
  const [busy, setBusy] = useState<string>();
  const change = async (controller: ControllerState, isRunning: boolean) => {
    const { name } = controller.metadata;
    setBusy(name);
    try {
      await onSwitch(controller, isRunning);
    } catch (error) {
      notify('danger', `${name} could not be ${isRunning ? 'started' : 'stopped'}`, errorText(error));
    }
    setBusy(undefined);
  };
  const sorted = controllers.toSorted((a, b) => a.metadata.name.localeCompare(b.metadata.name));
  return (
    <Table variant="compact" aria-label="Controllers" gridBreakPoint="grid-md">
      <TableHead columns={['Controller', 'Acts as', { children: 'Running', modifier: 'fitContent' }]} />
      <Tbody>
        {sorted.map((controller) => {
          const { metadata, spec, status } = controller;
          return (
            <Tr key={metadata.name}>
              <Td dataLabel="Controller">{metadata.name}</Td>
              <Td dataLabel="Acts as">{status.serviceAccount}</Td>
              <Td dataLabel="Running">
                <Switch
                  id={`controller-${metadata.name}`}
                  aria-label={`Run ${metadata.name}`}
                  isChecked={spec.isRunning}
                  isDisabled={busy === metadata.name}
                  onChange={(_, checked) => void change(controller, checked)}
                />
              </Td>
            </Tr>
          );
        })}
      </Tbody>
    </Table>
  );
}
