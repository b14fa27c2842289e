import { Label } from '@patternfly/react-core';
import { Tbody } from '@patternfly/react-table';
import { Link } from '@tanstack/react-router';
import { findResource } from '../../../client/discovery.ts';
import { Table } from '../../components/table/Table.tsx';
import { TableHead } from '../../components/table/TableHead.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';
import { type AdmissionEffect, type AdmissionPart, partKey } from '../../state/admission/in-force.ts';
import { objectParameters } from '../../state/objects/addresses.ts';
import { durationText } from '../../state/trace-stages.ts';

interface AdmissionRow {
  readonly part: AdmissionPart;
  /** Counted from one. */
  readonly position: number;
  /** Undefined when it matched no recorded request. */
  readonly effect: AdmissionEffect | undefined;
}

export const AdmissionTable = ({ rows }: { readonly rows: readonly AdmissionRow[] }) => (
  <Table variant="compact" aria-label="Admission in force" gridBreakPoint="grid-md">
    <TableHead
      columns={[
        { children: 'Order', modifier: 'fitContent' },
        'Name',
        { children: 'Phase', modifier: 'fitContent' },
        { children: 'Matched', modifier: 'fitContent' },
        { children: 'Changed', modifier: 'fitContent' },
        { children: 'Denied', modifier: 'fitContent' },
        { children: 'Mean time', modifier: 'fitContent' },
        { children: 'Latest', modifier: 'fitContent' },
      ]}
    />
    <Tbody>
      {rows.map((row) => (
        <PartRow key={partKey(row.part)} {...row} />
      ))}
    </Tbody>
  </Table>
);

function PartRow({ part, position, effect }: AdmissionRow) {
  return (
    <Tr className={effect ? '' : 'tp-admission-quiet'}>
      <Td dataLabel="Order" className="tp-cell-number">
        {position}
      </Td>
      <Td dataLabel="Name">
        <PartName part={part} />
      </Td>
      <Td dataLabel="Phase">{part.phase === 'mutate' ? 'mutating' : 'validating'}</Td>
      <Td dataLabel="Matched" className="tp-cell-number">
        {effect?.matched ?? 0}
      </Td>
      <Td dataLabel="Changed" className="tp-cell-number">
        {effect?.changed ?? 0}
      </Td>
      <Td dataLabel="Denied" className="tp-cell-number">
        {effect && effect.denied > 0 ? (
          <Label isCompact status="danger">
            {effect.denied}
          </Label>
        ) : (
          0
        )}
        {effect && effect.failed > 0 && <span className="tp-subtle"> {effect.failed} failed</span>}
      </Td>
      <Td dataLabel="Mean time" className="tp-cell-number">
        {effect?.milliseconds === undefined ? '–' : durationText(effect.milliseconds)}
      </Td>
      <Td dataLabel="Latest" modifier="nowrap">
        {effect?.latest === undefined ? (
          '–'
        ) : (
          <Link to="/requests" search={{ trace: effect.latest, components: true }}>
            View request
          </Link>
        )}
      </Td>
    </Tr>
  );
}

/** The name of a plugin; of a webhook or policy with a link to the object that configures it. */
function PartName({ part: { plugin, name, source } }: { readonly part: AdmissionPart }) {
  const resource = findResource(useDiscovery(), source?.resource ?? '');
  if (!source) return <strong>{plugin}</strong>;
  return (
    <>
      {resource ? (
        <Link
          to="/objects/$group/$version/$resource/$in/$name"
          params={objectParameters(resource, { name: source.name })}
        >
          {name}
        </Link>
      ) : (
        <strong>{name}</strong>
      )}{' '}
      <span className="tp-subtle">{plugin}</span>
    </>
  );
}
