import { Tbody } from '@patternfly/react-table';
import type { Taint } from '../../../../api/kinds/core-v1.generated.ts';
import { Age } from '../../../components/Age.tsx';
import { TitledCard } from '../../../components/TitledCard.tsx';
import { Table } from '../../../components/table/Table.tsx';
import { TableHead } from '../../../components/table/TableHead.tsx';
import { Td } from '../../../components/table/Td.tsx';
import { Tr } from '../../../components/table/Tr.tsx';

const EFFECTS: Readonly<Record<string, string>> = {
  NoSchedule: 'New pods stay away',
  PreferNoSchedule: 'New pods stay away if they can',
  NoExecute: 'Pods are evicted',
};

/** The taints of a node, and their effect on pods that do not tolerate them. */
export const TaintsCard = ({ taints }: { readonly taints: readonly Taint[] }) => (
  <TitledCard title="Taints">
    <Table variant="compact" borders={false} aria-label="Taints" gridBreakPoint="grid-md">
      <TableHead columns={['Key', 'Value', 'Effect', { children: 'Since', modifier: 'fitContent' }]} />
      <Tbody>
        {taints.map(({ key, value, effect, timeAdded }) => (
          <Tr key={`${key} ${effect}`}>
            <Td dataLabel="Key">{key}</Td>
            <Td dataLabel="Value">{value || <span className="tp-subtle">None</span>}</Td>
            <Td dataLabel="Effect">
              {effect} <span className="tp-subtle">{EFFECTS[effect]}</span>
            </Td>
            <Td dataLabel="Since">
              <Age timestamp={timeAdded} />
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  </TitledCard>
);
