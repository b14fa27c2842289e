import { Thead } from '@patternfly/react-table';
import { memo } from 'react';
import { Th } from '../../components/table/Th.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import type { Column, Sorting } from '../../state/objects/table-view.ts';
import { ColumnHeader } from './ColumnHeader.tsx';

interface ObjectsHeadProps {
  readonly columns: readonly Column[];
  readonly sorting: Sorting | undefined;
  readonly onSort: (sorting: Sorting) => void;
  /** Widths in pixels that the user chose, by column. */
  readonly widths: Readonly<Record<string, number>>;
  readonly onWidth: (name: string, width: number | undefined, isFinal: boolean) => void;
  readonly isAllSelected: boolean;
  readonly onSelectAll: (isOn: boolean) => void;
}

/** Memoized, because most changes are of rows. */
export const ObjectsHead = memo(function ObjectsHead(props: ObjectsHeadProps) {
  const { columns, sorting, onSort, widths, onWidth, isAllSelected, onSelectAll } = props;
  return (
    <Thead>
      <Tr aria-rowindex={1}>
        <Th
          aria-label="Select all rows"
          select={{ isSelected: isAllSelected, onSelect: (_, isOn) => onSelectAll(isOn) }}
        />
        {columns.map((column) => {
          const isSorted = column.name === sorting?.column;
          const isDescending = isSorted && sorting.descending;
          return (
            <ColumnHeader
              key={column.name}
              column={column}
              direction={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
              width={widths[column.name]}
              onSort={() => onSort({ column: column.name, descending: isSorted && !isDescending })}
              onWidth={(width, isFinal) => onWidth(column.name, width, isFinal)}
            />
          );
        })}
        <Th screenReaderText="Actions" />
      </Tr>
    </Thead>
  );
});
