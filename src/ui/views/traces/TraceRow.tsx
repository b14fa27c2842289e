import { Icon, Label } from '@patternfly/react-core';
import BanIcon from '@patternfly/react-icons/dist/esm/icons/ban-icon';
import CheckCircleIcon from '@patternfly/react-icons/dist/esm/icons/check-circle-icon';
import { type MouseEvent, memo } from 'react';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import { Age } from '../../components/Age.tsx';
import { AccessLinks } from '../../components/access/AccessLinks.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import { searchOfTrace } from '../../state/access/access-question.ts';
import { sizeText } from '../../state/size-text.ts';
import { durationText } from '../../state/trace-stages.ts';
import { isDenied, requestText } from '../../state/trace-steps.ts';

interface TraceRowProps {
  readonly trace: RequestTrace;
  readonly rowIndex: number;
  readonly isSelected: boolean;
  readonly onSelect: (name: string) => void;
}

/** A request in the list. Memoized, because requests appear many times a second. */
export const TraceRow = memo(function TraceRow({ trace, rowIndex, isSelected, onSelect }: TraceRowProps) {
  const { metadata, request, user, response, milliseconds } = trace;
  const select = ({ target }: MouseEvent) => {
    const isLink = (target as Element).closest('a') !== null;
    if (!isLink) onSelect(metadata.name);
  };
  return (
    <Tr
      className="tp-row tp-traces-row"
      aria-rowindex={rowIndex + 2}
      data-row={rowIndex}
      isRowSelected={isSelected}
      onClick={select}
    >
      <Td dataLabel="Method" modifier="nowrap" className="tp-cell tp-traces-detail">
        {request.method}
      </Td>
      <Td dataLabel="Request" modifier="truncate" className="tp-cell">
        <div className="tp-traces-what">
          {request.dryRun && (
            <Label isCompact variant="outline" className="tp-traces-dry-run">
              dry run
            </Label>
          )}
          <button type="button" className="tp-traces-request" title={requestText(request)} data-focus>
            {requestText(request)}
          </button>
          {isDenied(trace) && <AccessLinks search={searchOfTrace(trace)} />}
        </div>
      </Td>
      <Td dataLabel="Path" modifier="truncate" className="tp-cell tp-traces-path tp-subtle" title={request.path}>
        {request.path}
      </Td>
      <Td dataLabel="User" modifier="truncate" className="tp-cell tp-traces-who" title={user.username}>
        {user.username}
      </Td>
      <Td dataLabel="Status" modifier="nowrap" className="tp-cell tp-cell-number">
        <TraceCode code={response.code} />
      </Td>
      <Td dataLabel="Time" modifier="nowrap" className="tp-cell tp-cell-number tp-traces-more">
        {durationText(milliseconds)}
      </Td>
      <Td dataLabel="Size" modifier="nowrap" className="tp-cell tp-cell-number tp-traces-detail">
        {response.bytes === undefined ? '' : sizeText(response.bytes)}
      </Td>
      <Td dataLabel="Age" modifier="nowrap" className="tp-cell tp-traces-more">
        <Age timestamp={metadata.creationTimestamp} />
      </Td>
    </Tr>
  );
});

function TraceCode({ code }: { readonly code: number }) {
  const isError = code >= 400;
  return (
    <>
      <Icon status={isError ? 'danger' : 'success'} isInline>
        {isError ? <BanIcon /> : <CheckCircleIcon />}
      </Icon>{' '}
      {code}
    </>
  );
}
