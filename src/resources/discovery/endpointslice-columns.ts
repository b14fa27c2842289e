import type { EndpointSlice } from '../../api/kinds/discovery-v1.generated.ts';
import type { TableColumn } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

const SHOWN = 3;

export const endpointSliceColumns: readonly TableColumn<EndpointSlice>[] = [
  nameColumn(),
  column(
    'AddressType',
    'string',
    'addressType specifies the type of address carried by this EndpointSlice. All addresses in this slice must be the same type. This field is immutable after creation. The following address types are currently supported: * IPv4: Represents an IPv4 Address. * IPv6: Represents an IPv6 Address. * FQDN: Represents a Fully Qualified Domain Name.',
    ({ addressType }) => addressType,
  ),
  column(
    'Ports',
    'string',
    'ports specifies the list of network ports exposed by each endpoint in this slice. Each port must have a unique name. When ports is empty, it indicates that there are no defined ports. When a port is defined with a nil port value, it indicates "all ports". Each slice may include a maximum of 100 ports.',
    ({ ports }) => listText((ports ?? []).map(({ port, name }) => (port == null ? (name ?? '*') : String(port)))),
  ),
  column(
    'Endpoints',
    'string',
    'endpoints is a list of unique endpoints in this slice. Each slice may include a maximum of 1000 endpoints.',
    ({ endpoints }) => listText((endpoints ?? []).flatMap(({ addresses }) => addresses ?? [])),
  ),
  ageColumn(),
];

/** Returns the first three items and the number of further ones. */
function listText(items: readonly string[]): string {
  const more = items.length - SHOWN;
  const shown = items.slice(0, SHOWN).join(',');
  return more > 0 ? `${shown} + ${more} more...` : shown || '<unset>';
}
