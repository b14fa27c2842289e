import { Card, CardBody, CardTitle } from '@patternfly/react-core';
import { Tbody, Thead } from '@patternfly/react-table';
import type { FieldManager } from '../../../client/objects/object-facts.ts';
import { Age } from '../../components/Age.tsx';
import { Table } from '../../components/table/Table.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Th } from '../../components/table/Th.tsx';
import { Tr } from '../../components/table/Tr.tsx';

/** The field managers of an object. */
export function FieldManagersCard({ managers }: { readonly managers: readonly FieldManager[] }) {
  return (
    <Card isCompact>
      <CardTitle component="h2">Field managers</CardTitle>
      <CardBody>
        <Table variant="compact" borders={false} aria-label="Field managers">
          <Thead>
            <Tr>
              <Th>Manager</Th>
              <Th modifier="nowrap">Operation</Th>
              <Th>Fields</Th>
              <Th modifier="nowrap">Last change</Th>
            </Tr>
          </Thead>
          <Tbody>
            {managers.map(({ manager, operation, subresource, time, fields }) => (
              <Tr key={`${manager} ${operation} ${subresource} ${time}`}>
                <Td dataLabel="Manager">{manager}</Td>
                <Td dataLabel="Operation">
                  {operation}
                  {subresource && <span className="tp-subtle"> through {subresource}</span>}
                </Td>
                <Td dataLabel="Fields">{fields}</Td>
                <Td dataLabel="Last change">
                  <Age timestamp={time} />
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      </CardBody>
    </Card>
  );
}
