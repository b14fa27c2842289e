import { Icon, Label } from '@patternfly/react-core';
import BanIcon from '@patternfly/react-icons/dist/esm/icons/ban-icon';
import CheckCircleIcon from '@patternfly/react-icons/dist/esm/icons/check-circle-icon';
import { Tbody, Thead, Tr } from '@patternfly/react-table';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import { Age } from '../../components/Age.tsx';
import { Table } from '../../components/table/Table.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Th } from '../../components/table/Th.tsx';
import { requestText, shownNamespace } from '../../state/trace-steps.ts';

interface TraceListProps {
  readonly traces: readonly RequestTrace[];
  /** Name of the selected trace. */
  readonly selected: string | undefined;
  readonly onSelect: (name: string) => void;
}

/** Live traces, newest first. */
export function TraceList({ traces, selected, onSelect }: TraceListProps) {
  return (
    <div className="tp-traces-list">
      <Table variant="compact" gridBreakPoint="" isStickyHeader aria-label="Requests" className="tp-table">
        <colgroup>
          <col style={{ width: '5.5rem' }} />
          <col />
          <col className="tp-traces-who" />
          <col style={{ width: '5rem' }} />
        </colgroup>
        <Thead>
          <Tr>
            <Th>Status</Th>
            <Th>Request</Th>
            <Th>User</Th>
            <Th>Age</Th>
          </Tr>
        </Thead>
        <Tbody>
          {traces.map((trace) => (
            <TraceRow
              key={trace.metadata.name}
              trace={trace}
              isSelected={trace.metadata.name === selected}
              onSelect={onSelect}
            />
          ))}
        </Tbody>
      </Table>
    </div>
  );
}

interface TraceRowProps {
  readonly trace: RequestTrace;
  readonly isSelected: boolean;
  readonly onSelect: (name: string) => void;
}

function TraceRow({ trace, isSelected, onSelect }: TraceRowProps) {
  const { metadata, request, user, response } = trace;
  const isError = response.code >= 400;
  return (
    <Tr className="tp-row" isRowSelected={isSelected} isClickable onRowClick={() => onSelect(metadata.name)}>
      <Td dataLabel="Status">
        <Icon status={isError ? 'danger' : 'success'} isInline>
          {isError ? <BanIcon /> : <CheckCircleIcon />}
        </Icon>{' '}
        <span className="tp-cell-number">{response.code}</span>
      </Td>
      <Td dataLabel="Request" modifier="truncate">
        <div className="tp-traces-what">
          {request.dryRun && (
            <Label isCompact variant="outline" className="tp-traces-dry-run">
              dry run
            </Label>
          )}
          <button
            type="button"
            className="tp-traces-request"
            title={requestText(request)}
            onClick={() => onSelect(metadata.name)}
          >
            {requestText(request)}
          </button>
          <span className="tp-subtle">{shownNamespace(request)}</span>
        </div>
      </Td>
      <Td dataLabel="User" modifier="truncate" title={user.username}>
        {user.username}
      </Td>
      <Td dataLabel="Age">
        <Age timestamp={metadata.creationTimestamp} />
      </Td>
    </Tr>
  );
}
