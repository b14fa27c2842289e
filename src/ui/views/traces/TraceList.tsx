import { Tbody, Thead } from '@patternfly/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import { Table } from '../../components/table/Table.tsx';
import { Th } from '../../components/table/Th.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import { useStableCallback } from '../../hooks/use-stable-callback.ts';
import { useTableKeys } from '../../hooks/use-table-keys.ts';
import { narrowness, useWidth } from '../../hooks/use-width.ts';
import { TraceRow } from './TraceRow.tsx';

interface TraceListProps {
  readonly traces: readonly RequestTrace[];
  /** Name of the selected trace. */
  readonly selected: string | undefined;
  readonly onSelect: (name: string) => void;
}

/** Row height in pixels, equal for all rows. */
const ROW_HEIGHT = 37;

/** The columns; those of a class are left out where the list is narrow. */
const COLUMNS = [
  { name: 'Method', className: 'tp-traces-detail', width: '6.5rem' },
  { name: 'Request' },
  { name: 'Path', className: 'tp-traces-path', width: '15rem' },
  { name: 'User', className: 'tp-traces-who', width: '9rem' },
  { name: 'Status', width: '5.5rem' },
  { name: 'Time', className: 'tp-traces-more', width: '5.5rem' },
  { name: 'Size', className: 'tp-traces-detail', width: '5.5rem' },
  { name: 'Age', className: 'tp-traces-more', width: '6rem' },
] as const satisfies readonly { readonly name: string; readonly className?: string; readonly width?: string }[];

/** Live traces, newest first. Renders only visible rows; empty rows stand for the others. */
export function TraceList({ traces, selected, onSelect }: TraceListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const virtualizer = useVirtualizer({
    count: traces.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
  });
  const select = useStableCallback(onSelect);
  useTableKeys({
    scroller,
    count: traces.length,
    scrollTo: virtualizer.scrollToIndex,
    onToggle: (index) => {
      const trace = traces[index];
      if (trace) select(trace.metadata.name);
    },
  });
  const inSight = virtualizer.getVirtualItems();
  const above = inSight[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (inSight.at(-1)?.end ?? 0);
  return (
    <section
      className="tp-traces-list"
      ref={scroller}
      aria-label="Recent requests"
      {...narrowness(width, [60, 52, 42, 30])}
    >
      <Table
        variant="compact"
        gridBreakPoint=""
        isStickyHeader
        aria-label="Requests"
        aria-rowcount={traces.length + 1}
        className="tp-table"
      >
        <colgroup>
          {COLUMNS.map((column) => (
            <col
              key={column.name}
              {...('className' in column ? { className: column.className } : {})}
              {...('width' in column ? { style: { width: column.width } } : {})}
            />
          ))}
        </colgroup>
        <Thead>
          <Tr aria-rowindex={1}>
            {COLUMNS.map((column) => (
              <Th key={column.name} {...('className' in column ? { className: column.className } : {})}>
                {column.name}
              </Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {above > 0 && <tr style={{ height: above }} />}
          {inSight.map(({ index }) => {
            const trace = traces[index];
            return trace ? (
              <TraceRow
                key={trace.metadata.name}
                trace={trace}
                rowIndex={index}
                isSelected={trace.metadata.name === selected}
                onSelect={select}
              />
            ) : null;
          })}
          {below > 0 && <tr style={{ height: below }} />}
        </Tbody>
      </Table>
    </section>
  );
}
