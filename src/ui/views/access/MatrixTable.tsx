import { Tbody, Thead } from '@patternfly/react-table';
import type { ReactNode } from 'react';
import type { GroupResource } from '../../../api/object.ts';
import { Table } from '../../components/table/Table.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Th } from '../../components/table/Th.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import { MATRIX_VERBS, matrixRowName } from '../../state/access/permission-matrix.ts';

interface MatrixTableProps<Row extends GroupResource> {
  readonly rows: readonly Row[];
  readonly cell: (row: Row, verb: string) => ReactNode;
  /** Content of the last column; undefined when other verbs are unknown. */
  readonly otherVerbs?: (row: Row) => ReactNode;
}

/** A table of resources and verbs. */
export const MatrixTable = <Row extends GroupResource>({ rows, cell, otherVerbs }: MatrixTableProps<Row>) => (
  <div className="tp-matrix-scroller">
    <Table variant="compact" aria-label="Permissions" gridBreakPoint="" className="tp-matrix">
      <Thead>
        <Tr>
          <Th>Resource</Th>
          {MATRIX_VERBS.map((verb) => (
            <Th key={verb} textCenter modifier="fitContent">
              {verb}
            </Th>
          ))}
          {otherVerbs && <Th>Other verbs</Th>}
        </Tr>
      </Thead>
      <Tbody>
        {rows.map((row) => (
          <Tr key={matrixRowName(row)}>
            <Th scope="row" title={matrixRowName(row)}>
              {row.resource}
            </Th>
            {MATRIX_VERBS.map((verb) => (
              <Td key={verb} textCenter>
                {cell(row, verb)}
              </Td>
            ))}
            {otherVerbs && <Td>{otherVerbs(row)}</Td>}
          </Tr>
        ))}
      </Tbody>
    </Table>
  </div>
);
