import { Skeleton } from '@patternfly/react-core';
import { Tbody } from '@patternfly/react-table';
import { memo } from 'react';
import type { Event } from '../../api/kinds/core-v1.generated.ts';
import { Age } from './Age.tsx';
import { StatusLabel } from './table/StatusLabel.tsx';
import { Table } from './table/Table.tsx';
import { TableHead } from './table/TableHead.tsx';
import { Td } from './table/Td.tsx';
import { Tr } from './table/Tr.tsx';

interface EventsTableProps {
  readonly events: readonly Event[];
  readonly isLoading?: boolean;
  /** Shows the object of each event. */
  readonly withObject?: boolean;
}

const timeOf = ({ lastTimestamp, eventTime, metadata }: Event): string =>
  lastTimestamp || eventTime || metadata.creationTimestamp || '';

/** Events, newest first. */
export function EventsTable({ events, isLoading = false, withObject = false }: EventsTableProps) {
  const sorted = events.toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : timeOf(a) > timeOf(b) ? -1 : 0));
  return (
    <Table variant="compact" aria-label="Events" gridBreakPoint="grid-md">
      <TableHead
        columns={[
          { children: 'Last seen', modifier: 'fitContent' },
          { children: 'Type', modifier: 'fitContent' },
          { children: 'Reason', modifier: 'fitContent' },
          ...(withObject ? ['Object'] : []),
          { children: 'Message', width: 50 },
        ]}
      />
      <Tbody>
        {isLoading && (
          <Tr>
            <Td colSpan={withObject ? 5 : 4}>
              <Skeleton screenreaderText="Loading events" />
            </Td>
          </Tr>
        )}
        {sorted.map((event) => (
          <EventRow key={event.metadata.uid} event={event} withObject={withObject} />
        ))}
      </Tbody>
    </Table>
  );
}

interface EventRowProps {
  readonly event: Event;
  readonly withObject: boolean;
}

/** Memoized, because new events arrive many times a second, and the others do not change. */
const EventRow = memo(function EventRow({ event, withObject }: EventRowProps) {
  return (
    <Tr>
      <Td dataLabel="Last seen">
        <Age timestamp={timeOf(event)} />
        {(event.count ?? 1) > 1 && <span className="tp-subtle"> × {event.count}</span>}
      </Td>
      <Td dataLabel="Type">
        <StatusLabel status={event.type === 'Warning' ? 'warning' : 'info'}>{event.type}</StatusLabel>
      </Td>
      <Td dataLabel="Reason">{event.reason}</Td>
      {withObject && (
        <Td dataLabel="Object">
          {event.involvedObject?.kind} {event.involvedObject?.name}
        </Td>
      )}
      <Td dataLabel="Message">{event.message}</Td>
    </Tr>
  );
});
