import { Tbody } from '@patternfly/react-table';
import { memo } from 'react';
import type { Condition } from '../../../api/kinds/meta-v1.generated.ts';
import { conditionStatus } from '../../../client/objects/object-facts.ts';
import { Age } from '../../components/Age.tsx';
import { TitledCard } from '../../components/TitledCard.tsx';
import { StatusLabel } from '../../components/table/StatusLabel.tsx';
import { Table } from '../../components/table/Table.tsx';
import { TableHead } from '../../components/table/TableHead.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import { WhyButton } from '../../components/why/WhyButton.tsx';

export function ConditionsCard({ conditions }: { readonly conditions: readonly Partial<Condition>[] }) {
  return (
    <TitledCard title="Conditions">
      <Table variant="compact" borders={false} aria-label="Conditions">
        <TableHead
          columns={['Type', 'Status', 'Since', 'Reason', { screenReaderText: 'Explanation', modifier: 'fitContent' }]}
        />
        <Tbody>
          {conditions.map((condition) => (
            <ConditionRow key={condition.type} {...condition} />
          ))}
        </Tbody>
      </Table>
    </TitledCard>
  );
}

/** Memoized by its members, because each event of a watch brings new conditions, most of which are equal. */
const ConditionRow = memo(function ConditionRow(condition: Partial<Condition>) {
  return (
    <Tr>
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
      <Td modifier="nowrap">
        <WhyButton
          aspect={{ condition: condition.type ?? '' }}
          statement={`${condition.type} is ${condition.status?.toLowerCase()}`}
        />
      </Td>
    </Tr>
  );
});
