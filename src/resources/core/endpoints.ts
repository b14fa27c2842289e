import { type FieldError, notSupported, required } from '../../api/field-error.ts';
import type { EndpointAddress, EndpointPort, EndpointSubset, Endpoints } from '../../api/kinds/core-v1.generated.ts';
import { isDns1123Label, isDns1123Subdomain, isQualifiedName, isValidPortNumber } from '../../api/names.ts';
import { isValidIp } from '../../api/values/ip-address.ts';
import { invalidFor } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { PROTOCOLS } from './pod/container/containers.ts';
import { validateNonSpecialIp } from './service/special-addresses.ts';

function validateAddress({ ip, hostname, nodeName }: EndpointAddress, field: string): FieldError[] {
  return [
    ...invalidFor(`${field}.ip`, ip, isValidIp(ip)),
    ...(hostname ? invalidFor(`${field}.hostname`, hostname, isDns1123Label(hostname)) : []),
    ...(nodeName == null ? [] : invalidFor(`${field}.nodeName`, nodeName, isDns1123Subdomain(nodeName))),
    ...validateNonSpecialIp(ip, `${field}.ip`),
  ];
}

function validatePort(
  { name, port, protocol, appProtocol }: EndpointPort,
  field: string,
  isOneOfMany: boolean,
): FieldError[] {
  const errors: FieldError[] = [];
  if (name) errors.push(...invalidFor(`${field}.name`, name, isDns1123Label(name)));
  else if (isOneOfMany) errors.push(required(`${field}.name`));
  errors.push(...invalidFor(`${field}.port`, port, isValidPortNumber(port)));
  if (!protocol) errors.push(required(`${field}.protocol`));
  else if (!PROTOCOLS.includes(protocol)) errors.push(notSupported(`${field}.protocol`, protocol, PROTOCOLS));
  if (appProtocol != null)
    errors.push(...invalidFor(`${field}.appProtocol`, appProtocol, isQualifiedName(appProtocol)));
  return errors;
}

function validateSubset(
  { addresses = [], notReadyAddresses = [], ports = [] }: EndpointSubset,
  field: string,
): FieldError[] {
  const isEmpty = addresses.length === 0 && notReadyAddresses.length === 0;
  return [
    ...(isEmpty ? [required(field, 'must specify `addresses` or `notReadyAddresses`')] : []),
    ...addresses.flatMap((address, index) => validateAddress(address, `${field}.addresses[${index}]`)),
    ...notReadyAddresses.flatMap((address, index) => validateAddress(address, `${field}.notReadyAddresses[${index}]`)),
    ...ports.flatMap((port, index) => validatePort(port, `${field}.ports[${index}]`, ports.length > 1)),
  ];
}

const SHOWN = 3;

/** Returns the first ready addresses with their ports. */
function endpointsText({ subsets }: Endpoints): string {
  if (!subsets?.length) return '<none>';
  const all = subsets.flatMap(({ addresses = [], ports = [] }) =>
    ports.length === 0
      ? addresses.map(({ ip }) => ip)
      : ports.flatMap(({ port }) =>
          addresses.map(({ ip }) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)),
        ),
  );
  const shown = all.slice(0, SHOWN).join(',');
  if (all.length > SHOWN) return `${shown} + ${all.length - SHOWN} more...`;
  return shown;
}

const facts = {
  group: '',
  version: 'v1',
  kind: 'Endpoints',
  resource: 'endpoints',
  shortNames: ['ep'],
  namespaced: true,
  description: 'The addresses behind a service.',
  types: {
    Endpoints: { 'subsets?': '[]EndpointSubset' },
    EndpointSubset: {
      'addresses?': '[]EndpointAddress',
      'notReadyAddresses?': '[]EndpointAddress',
      'ports?': '[]EndpointPort',
    },
  },
} satisfies KindFacts;

export const endpoints = resource<Endpoints>({
  group: facts.group,
  resource: facts.resource,
  storageName: 'services/endpoints',
  allowCreateOnUpdate: true,
  strategy: {
    setDefaults({ subsets }) {
      for (const { ports } of subsets ?? []) for (const port of ports ?? []) port.protocol ||= 'TCP';
    },
    validate: ({ subsets }) => (subsets ?? []).flatMap((subset, index) => validateSubset(subset, `subsets[${index}]`)),
  },
  columns: [
    nameColumn(),
    column(
      'Endpoints',
      'string',
      'The set of all endpoints is the union of all subsets. Addresses are placed into subsets according to the IPs they share. A single address with multiple ports, some of which are ready and some of which are not (because they come from different containers) will result in the address being displayed in different subsets for the different ports. No address will appear in both Addresses and NotReadyAddresses in the same subset. Sets of addresses and ports that comprise a service.',
      endpointsText,
    ),
    ageColumn(),
  ],
});
