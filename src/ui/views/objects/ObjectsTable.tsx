import { Tbody } from '@patternfly/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useMemo, useRef } from 'react';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import type { TableRow } from '../../../client/table.ts';
import { Table } from '../../components/table/Table.tsx';
import { useStableCallback } from '../../hooks/use-stable-callback.ts';
import { useTableKeys } from '../../hooks/use-table-keys.ts';
import { type Column, columnWidths, keyOfRow, type Sorting } from '../../state/objects/table-view.ts';
import { ObjectsHead } from './ObjectsHead.tsx';
import { ObjectsRow } from './ObjectsRow.tsx';
import type { RowAction } from './RowActions.tsx';
import { SkeletonRows } from './SkeletonRows.tsx';

interface ObjectsTableProps {
  readonly resource: DiscoveredResource;
  readonly rows: readonly TableRow[];
  readonly columns: readonly Column[];
  readonly isLoading: boolean;
  readonly sorting: Sorting | undefined;
  readonly onSort: (sorting: Sorting) => void;
  /** Keys of the selected rows, including filtered ones. */
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onAction: (action: RowAction, row: TableRow) => void;
}

/** Row height in pixels, equal for all rows: the scroll bar is exact without measuring 10,000 rows. */
const ROW_HEIGHT = 37;

/** CSS width of a column with its padding; the name column takes the remaining width. */
const widthText = (characters = 10): string => `(${characters}ch + 2.5rem)`;

/** Renders only visible rows; empty rows stand for the others. Memoized, because each key in the filter renders the view. */
export const ObjectsTable = memo(function ObjectsTable(props: ObjectsTableProps) {
  const { resource, rows, columns, isLoading, sorting, onSort, selected, onSelect, onAction } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
  });
  const widths = useMemo(() => columnWidths(rows, columns), [rows, columns]);
  const inSight = virtualizer.getVirtualItems();
  const above = inSight[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (inSight.at(-1)?.end ?? 0);
  const isAllSelected = rows.length > 0 && rows.every((row) => selected.has(keyOfRow(row)));
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
    <section className="tp-table-scroller" ref={scroller} aria-label="Objects">
      <Table
        variant="compact"
        gridBreakPoint=""
        isStickyHeader
        aria-label={resource.kind}
        aria-rowcount={rows.length + 1}
        className="tp-table"
        style={{ minWidth: `calc(6.5rem + ${widths.map((width) => widthText(width)).join(' + ')})` }}
      >
        <colgroup>
          <col style={{ width: '3rem' }} />
          {columns.map(({ name, type }, index) => (
            <col key={name} style={type === 'name' ? {} : { width: `calc${widthText(widths[index])}` }} />
          ))}
          <col style={{ width: '3.5rem' }} />
        </colgroup>
        <ObjectsHead
          columns={columns}
          sortedBy={sorting?.column}
          isDescending={sorting?.descending ?? false}
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
