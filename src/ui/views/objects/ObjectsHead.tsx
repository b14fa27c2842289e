import { Thead } from '@patternfly/react-table';
import { memo } from 'react';
import { Th } from '../../components/table/Th.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import type { Column, Sorting } from '../../state/objects/table-view.ts';

interface ObjectsHeadProps {
  readonly columns: readonly Column[];
  /** The name of the column by which rows are sorted. */
  readonly sortedBy: string | undefined;
  readonly isDescending: boolean;
  readonly onSort: (sorting: Sorting) => void;
  readonly isAllSelected: boolean;
  readonly onSelectAll: (isOn: boolean) => void;
}

/** Memoized, because PatternFly's headers measure their content whenever they are rendered. */
export const ObjectsHead = memo(function ObjectsHead(props: ObjectsHeadProps) {
  const { columns, sortedBy, isDescending, onSort, isAllSelected, onSelectAll } = props;
  const index = columns.findIndex(({ name }) => name === sortedBy);
  return (
    <Thead>
      <Tr aria-rowindex={1}>
        <Th
          aria-label="Select all rows"
          select={{ isSelected: isAllSelected, onSelect: (_, isOn) => onSelectAll(isOn) }}
        />
        {columns.map(({ name, description }, columnIndex) => (
          <Th
            key={name}
            title={description}
            sort={{
              columnIndex,
              sortBy: { index, direction: isDescending ? 'desc' : 'asc' },
              onSort: (_, __, direction) => onSort({ column: name, descending: direction === 'desc' }),
            }}
          >
            {name}
          </Th>
        ))}
        <Th screenReaderText="Actions" />
      </Tr>
    </Thead>
  );
});
