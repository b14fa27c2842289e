import { Thead, type ThProps } from '@patternfly/react-table';
import { Th } from './Th.tsx';
import { Tr } from './Tr.tsx';

interface TableHeadProps {
  /** The title of each column, or the properties of its header. */
  readonly columns: readonly (string | ThProps)[];
  readonly 'aria-rowindex'?: number;
}

/** The head of a table. */
export const TableHead = ({ columns, ...row }: TableHeadProps) => (
  <Thead>
    <Tr {...row}>
      {columns.map((column) => {
        const props = typeof column === 'string' ? { children: column } : column;
        return <Th key={String(props.children ?? props.screenReaderText)} {...props} />;
      })}
    </Tr>
  </Thead>
);
