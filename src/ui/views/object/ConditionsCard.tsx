import { Card, CardBody, CardTitle } from '@patternfly/react-core';
import { Tbody, Thead } from '@patternfly/react-table';
import type { Condition } from '../../../api/kinds/meta-v1.generated.ts';
import { Age } from '../../components/Age.tsx';
import { StatusLabel } from '../../components/table/StatusLabel.tsx';
import { Table } from '../../components/table/Table.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Th } from '../../components/table/Th.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import { conditionStatus } from '../../state/objects/object-facts.ts';

export function ConditionsCard({ conditions }: { readonly conditions: readonly Partial<Condition>[] }) {
  return (
    <Card isCompact>
      <CardTitle component="h2">Conditions</CardTitle>
      <CardBody>
        <Table variant="compact" borders={false} aria-label="Conditions">
          <Thead>
            <Tr>
              <Th>Type</Th>
              <Th>Status</Th>
              <Th>Since</Th>
              <Th>Reason</Th>
            </Tr>
          </Thead>
          <Tbody>
            {conditions.map((condition) => (
              <Tr key={condition.type}>
                <Td dataLabel="Type">{condition.type}</Td>
                <Td dataLabel="Status">
                  <StatusLabel status={conditionStatus(condition)}>{condition.status}</StatusLabel>
                </Td>
                <Td dataLabel="Since">
                  <Age timestamp={condition.lastTransitionTime} />
                </Td>
                <Td dataLabel="Reason">
                  {condition.reason}
                  {condition.message && <div className="tp-subtle">{condition.message}</div>}
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      </CardBody>
    </Card>
  );
}
