import { Tbody } from '@patternfly/react-table';
import { Link } from '@tanstack/react-router';
import type { APIService } from '../../../api/kinds/apiregistration-v1.generated.ts';
import { findResource } from '../../../client/discovery.ts';
import { StatusLabel } from '../../components/table/StatusLabel.tsx';
import { Table } from '../../components/table/Table.tsx';
import { TableHead } from '../../components/table/TableHead.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import { ServerMessage } from '../../components/text/ServerMessage.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';
import { objectParameters } from '../../state/objects/addresses.ts';

/** One row for each APIService that names a service, with the result of the server's last check. */
export function AggregatedApiTable({ services }: { readonly services: readonly APIService[] }) {
  return (
    <Table variant="compact" aria-label="Aggregated APIs" gridBreakPoint="grid-md">
      <TableHead columns={['APIService', 'Service', 'Available', 'Last check']} />
      <Tbody>
        {services.map((service) => (
          <ApiRow key={service.metadata.name} service={service} />
        ))}
      </Tbody>
    </Table>
  );
}

function ApiRow({ service: { metadata, spec, status } }: { readonly service: APIService }) {
  const resource = findResource(useDiscovery(), 'apiservices');
  const condition = status?.conditions?.find(({ type }) => type === 'Available');
  const isAvailable = condition?.status === 'True';
  return (
    <Tr>
      <Td dataLabel="APIService">
        {resource ? (
          <Link to="/objects/$group/$version/$resource/$in/$name" params={objectParameters(resource, metadata)}>
            {metadata.name}
          </Link>
        ) : (
          metadata.name
        )}
      </Td>
      <Td dataLabel="Service">
        {spec?.service?.namespace}/{spec?.service?.name}
      </Td>
      <Td dataLabel="Available">
        <StatusLabel status={isAvailable ? 'success' : 'danger'}>
          {isAvailable ? 'Available' : (condition?.reason ?? 'Not checked')}
        </StatusLabel>
      </Td>
      <Td dataLabel="Last check">
        <ServerMessage>{condition?.message ?? ''}</ServerMessage>
      </Td>
    </Tr>
  );
}
