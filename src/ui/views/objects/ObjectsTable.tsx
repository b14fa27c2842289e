import { Skeleton } from '@patternfly/react-core';
import { Tbody } from '@patternfly/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, memo, useMemo, useRef, useState } from 'react';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import type { TableRow } from '../../../client/table.ts';
import { Table } from '../../components/table/Table.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import { useStableCallback } from '../../hooks/use-stable-callback.ts';
import { useTableKeys } from '../../hooks/use-table-keys.ts';
import { narrowness, useWidth } from '../../hooks/use-width.ts';
import {
  type Column,
  type ColumnWidth,
  columnWidths,
  eventWidths,
  isMessage,
  keyOfRow,
  type Sorting,
} from '../../state/objects/table-view.ts';
import { ObjectsHead } from './ObjectsHead.tsx';
import { ObjectsRow } from './ObjectsRow.tsx';
import type { RowAction } from './RowActions.tsx';

interface ObjectsTableProps {
  readonly resource: DiscoveredResource;
  readonly rows: readonly TableRow[];
  readonly columns: readonly Column[];
  /** Widths in pixels that the user chose, by column. */
  readonly chosenWidths: Readonly<Record<string, number>>;
  readonly onWidths: (widths: Readonly<Record<string, number>>) => void;
  readonly isLoading: boolean;
  readonly sorting: Sorting | undefined;
  readonly onSort: (sorting: Sorting) => void;
  /** Keys of the selected rows, including filtered ones. */
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onAction: (action: RowAction, row: TableRow) => void;
}

/** Row height in pixels, equal for all rows but those of events: the scroll bar is exact without measuring 10,000 rows. */
const ROW_HEIGHT = 37;

/** CSS lengths of a column with its padding. */
interface ColumnLength {
  readonly best: string;
  readonly least: string;
  /** Characters by which the column can shrink. */
  readonly slack: number;
}

const characters = (count: number): string => `(${count}ch + var(--tp-column-padding))`;

function lengthOf({ best, least }: ColumnWidth, chosen: number | undefined): ColumnLength {
  if (chosen !== undefined) return { best: `${chosen}px`, least: `${chosen}px`, slack: 0 };
  return { best: characters(best), least: characters(least), slack: best - least };
}

/** The columns with the check box and the menu. */
const OUTER = '6.5rem';

const sumOf = (lengths: readonly string[]): string => `(${[OUTER, ...lengths].join(' + ')})`;

/**
 * Returns the CSS widths of columns: the best ones while there is room for them, otherwise narrower ones, in proportion to
 * how far they can shrink; and the width below which the table scrolls.
 * @param room The width for the table, in pixels.
 */
function shrinking(
  lengths: readonly ColumnLength[],
  room: number,
): { readonly widths: readonly string[]; readonly least: string } {
  const slack = lengths.reduce((sum, length) => sum + length.slack, 0) || 1;
  const lacking = `max(0px, ${sumOf(lengths.map(({ best }) => best))} - ${room}px)`;
  return {
    widths: lengths.map(
      ({ best, least, slack: own }) => `max(${least}, ${best} - ${lacking} * ${(own / slack).toFixed(4)})`,
    ),
    least: `calc${sumOf(lengths.map(({ least }) => least))}`,
  };
}

/** Renders only visible rows; empty rows stand for the others. Memoized, because each key in the filter renders the view. */
export const ObjectsTable = memo(function ObjectsTable(props: ObjectsTableProps) {
  const { resource, rows, columns, chosenWidths, onWidths, isLoading, sorting, onSort } = props;
  const { selected, onSelect, onAction } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
  });
  // The messages of events are read as a whole, so that their rows have different heights.
  const isWhole = resource.resource === 'events';
  const measure = isWhole ? virtualizer.measureElement : undefined;
  const [dragged, setDragged] = useState<Readonly<Record<string, number>>>();
  const chosen = dragged ?? chosenWidths;
  const fitting = useMemo(() => (isWhole ? eventWidths : columnWidths)(rows, columns), [rows, columns, isWhole]);
  const { widths, least } = shrinking(
    fitting.map((fit, index) => lengthOf(fit, chosen[columns[index]?.name ?? ''])),
    width,
  );
  const setWidth = useStableCallback((name: string, width: number | undefined, isFinal: boolean) => {
    const { [name]: _, ...others } = chosenWidths;
    const changed = width === undefined ? others : { ...others, [name]: width };
    setDragged(isFinal ? undefined : changed);
    if (isFinal) onWidths(changed);
  });
  const inSight = virtualizer.getVirtualItems();
  const above = inSight[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (inSight.at(-1)?.end ?? 0);
  const isAllSelected = rows.length > 0 && rows.every((row) => selected.has(keyOfRow(row)));
  /** The name, or the message of an event, takes the room that the other columns leave. */
  const isFlexible = (column: Column) =>
    (isWhole ? isMessage(column) : column.type === 'name') && chosen[column.name] === undefined;
  const toggle = useStableCallback((row: TableRow) => {
    const changed = new Set(selected);
    if (!changed.delete(keyOfRow(row))) changed.add(keyOfRow(row));
    onSelect(changed);
  });
  const selectAll = useStableCallback((isOn: boolean) => onSelect(new Set(isOn ? rows.map(keyOfRow) : [])));
  useTableKeys({
    scroller,
    count: rows.length,
    scrollTo: virtualizer.scrollToIndex,
    onToggle: (index) => {
      const row = rows[index];
      if (row) toggle(row);
    },
  });
  return (
    <section className="tp-table-scroller" ref={scroller} aria-label="Objects" {...narrowness(width, [60, 64])}>
      <Table
        variant="compact"
        gridBreakPoint=""
        isStickyHeader
        aria-label={resource.kind}
        aria-rowcount={rows.length + 1}
        className={measure ? 'tp-table tp-table-whole' : 'tp-table'}
        style={{ '--tp-table-least': least } as CSSProperties}
      >
        <colgroup>
          <col style={{ width: '3rem' }} />
          {columns.map((column, index) => (
            <col key={column.name} style={isFlexible(column) ? {} : { width: widths[index] }} />
          ))}
          <col style={{ width: '3.5rem' }} />
        </colgroup>
        <ObjectsHead
          columns={columns}
          sorting={sorting}
          widths={chosen}
          onWidth={setWidth}
          onSort={onSort}
          isAllSelected={isAllSelected}
          onSelectAll={selectAll}
        />
        <Tbody>
          {isLoading && <SkeletonRows columns={columns.length || 4} />}
          {above > 0 && <tr style={{ height: above }} />}
          {inSight.map(({ index }) => {
            const row = rows[index];
            return row ? (
              <ObjectsRow
                key={keyOfRow(row)}
                resource={resource}
                row={row}
                rowIndex={index}
                measure={measure}
                columns={columns}
                isSelected={selected.has(keyOfRow(row))}
                onToggle={toggle}
                onAction={onAction}
              />
            ) : null;
          })}
          {below > 0 && <tr style={{ height: below }} />}
        </Tbody>
      </Table>
    </section>
  );
});

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Placeholder rows of the same height while loading. */
function SkeletonRows({ columns }: { readonly columns: number }) {
  return ROWS.map((row) => (
    <Tr key={row} className="tp-row">
      <Td />
      <Td colSpan={columns}>
        <Skeleton screenreaderText={row === 'a' ? 'Loading' : ''} width="92%" />
      </Td>
    </Tr>
  ));
}
