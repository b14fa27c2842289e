import { Tbody } from '@patternfly/react-table';
import { Link } from '@tanstack/react-router';
import type { PriorityLevelState } from '../../../api/debug/priority-level-state.ts';
import { findResource } from '../../../client/discovery.ts';
import { TENANTS } from '../../commands/tenant-load.ts';
import { Table } from '../../components/table/Table.tsx';
import { TableHead } from '../../components/table/TableHead.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';
import { type LevelSample, levelRates } from '../../state/flow-control/level-rates.ts';
import { objectParameters } from '../../state/objects/addresses.ts';
import { LevelQueues } from './LevelQueues.tsx';

interface LevelTableProps {
  readonly latest: LevelSample;
  readonly previous: LevelSample | undefined;
}

/** One row for each priority level, that of the tenants first. */
export function LevelTable({ latest, previous }: LevelTableProps) {
  const levels = latest.levels.toSorted((a, b) => Number(isOfTenants(b)) - Number(isOfTenants(a)));
  return (
    <Table variant="compact" aria-label="Priority levels" gridBreakPoint="grid-lg">
      <TableHead
        columns={[
          'Priority level',
          'Seats in use',
          { children: 'Own seats', modifier: 'fitContent' },
          'Range',
          'Waiting',
          { children: 'Executed/s', modifier: 'fitContent' },
          { children: 'Rejected/s', modifier: 'fitContent' },
        ]}
      />
      <Tbody>
        {levels.map((level) => (
          <LevelRow key={level.metadata.name} level={level} rates={levelRates(level.metadata.name, previous, latest)} />
        ))}
      </Tbody>
    </Table>
  );
}

const isOfTenants = ({ metadata }: PriorityLevelState): boolean => metadata.name === TENANTS;

interface LevelRowProps {
  readonly level: PriorityLevelState;
  readonly rates: ReturnType<typeof levelRates>;
}

function LevelRow({ level: { metadata, status }, rates }: LevelRowProps) {
  const { seats, isExempt, waiting, queues } = status;
  return (
    <Tr>
      <Td dataLabel="Priority level">
        <LevelLink name={metadata.name} />
      </Td>
      <Td dataLabel="Seats in use">
        <SeatBar inUse={seats.inUse} limit={isExempt ? undefined : seats.current} level={metadata.name} />
      </Td>
      <Td dataLabel="Own seats">{seats.nominal}</Td>
      <Td dataLabel="Range">{isExempt ? 'No limit' : `${seats.minimum} to ${seats.maximum}`}</Td>
      <Td dataLabel="Waiting">
        {waiting}
        {queues.length > 0 && <LevelQueues queues={queues} level={metadata.name} />}
      </Td>
      <Td dataLabel="Executed/s">{Math.round(rates.executed)}</Td>
      <Td dataLabel="Rejected/s">{Math.round(rates.rejected)}</Td>
    </Tr>
  );
}

function LevelLink({ name }: { readonly name: string }) {
  const resource = findResource(useDiscovery(), 'prioritylevelconfigurations');
  if (!resource) return name;
  return (
    <Link to="/objects/$group/$version/$resource/$in/$name" params={objectParameters(resource, { name })}>
      {name}
    </Link>
  );
}
interface SeatBarProps {
  readonly level: string;
  readonly inUse: number;
  /** Undefined: no limit. */
  readonly limit: number | undefined;
}

/** How many of a level's seats are occupied. */
function SeatBar({ level, inUse, limit }: SeatBarProps) {
  const text = limit === undefined ? String(inUse) : `${inUse} of ${limit}`;
  return (
    <div className="tp-seats">
      {limit !== undefined && <meter aria-label={`Seats of ${level} in use`} min={0} max={limit} value={inUse} />}
      <span>{text}</span>
    </div>
  );
}
