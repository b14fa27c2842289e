import { Tbody } from '@patternfly/react-table';
import type { FieldManager } from '../../../client/objects/object-facts.ts';
import { Age } from '../../components/Age.tsx';
import { TitledCard } from '../../components/TitledCard.tsx';
import { Table } from '../../components/table/Table.tsx';
import { TableHead } from '../../components/table/TableHead.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Tr } from '../../components/table/Tr.tsx';

/** The field managers of an object. */
export function FieldManagersCard({ managers }: { readonly managers: readonly FieldManager[] }) {
  return (
    <TitledCard title="Field managers">
      <Table variant="compact" borders={false} aria-label="Field managers">
        <TableHead
          columns={[
            'Manager',
            { children: 'Operation', modifier: 'nowrap' },
            'Fields',
            { children: 'Last change', modifier: 'nowrap' },
          ]}
        />
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
    </TitledCard>
  );
}
