import { type FieldError, required } from '../../api/field-error.ts';
import type { EndpointAddress, EndpointPort, EndpointSubset, Endpoints } from '../../api/kinds/core-v1.generated.ts';
import { isDns1123Label, isDns1123Subdomain, isQualifiedName, isValidPortNumber } from '../../api/names.ts';
import { isValidIp } from '../../api/values/ip-address.ts';
import type { KindFacts } from '../kind-facts.ts';
import { checkMembers, type MemberRules } from '../member-rules.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { PROTOCOLS } from './pod/container/containers.ts';
import { validateNonSpecialIp } from './service/special-addresses.ts';

const validateAddressMembers = checkMembers<EndpointAddress>({
  ip: { format: isValidIp },
  hostname: { ignoresEmpty: true, format: isDns1123Label },
  nodeName: { format: isDns1123Subdomain },
});

const validateAddress = (address: EndpointAddress, field: string): FieldError[] => [
  ...validateAddressMembers(address, field),
  ...validateNonSpecialIp(address.ip, `${field}.ip`),
];

const PORT: MemberRules<EndpointPort> = {
  name: { ignoresEmpty: true, format: isDns1123Label },
  port: { format: isValidPortNumber },
  protocol: { notEmpty: true, oneOf: PROTOCOLS },
  appProtocol: { format: isQualifiedName },
};
const validatePort = checkMembers(PORT);
const validatePortOfMany = checkMembers<EndpointPort>({ ...PORT, name: { notEmpty: true, format: isDns1123Label } });

const validateSubsetMembers = checkMembers<EndpointSubset>({
  addresses: { each: validateAddress },
  notReadyAddresses: { each: validateAddress },
  ports: (ports, field) =>
    ports.flatMap((port, index) => (ports.length > 1 ? validatePortOfMany : validatePort)(port, `${field}[${index}]`)),
});

const validateSubset = (subset: EndpointSubset, field: string): FieldError[] => [
  ...(subset.addresses?.length || subset.notReadyAddresses?.length
    ? []
    : [required(field, 'must specify `addresses` or `notReadyAddresses`')]),
  ...validateSubsetMembers(subset, field),
];

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

export const endpoints = resource<Endpoints>(facts, {
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
