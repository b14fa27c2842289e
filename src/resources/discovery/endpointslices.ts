import { duplicate, type FieldError, invalid, required, tooMany } from '../../api/field-error.ts';
import type { Endpoint, EndpointPort, EndpointSlice, ForZone } from '../../api/kinds/discovery-v1.generated.ts';
import {
  isDns1123Label,
  isDns1123Subdomain,
  isFullyQualifiedDomainName,
  isQualifiedName,
  isValidLabelValue,
} from '../../api/names.ts';
import {
  isValidIpv4Address,
  isValidIpv6Address,
  parseIpAddress,
  parseIpRange,
  rangeContains,
} from '../../api/values/ip-address.ts';
import { immutable, invalidFor } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { validateLabels } from '../label-selector-validation.ts';
import { checkMembers } from '../member-rules.ts';
import { resource } from '../resource-definition.ts';
import { endpointSliceColumns } from './endpointslice-columns.ts';

const ADDRESS_TYPES = ['FQDN', 'IPv4', 'IPv6'];
const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const MAXIMUM = { endpoints: 1000, addresses: 100, ports: 20_000, topologyLabels: 16, zoneHints: 8 } as const;

const facts = {
  group: 'discovery.k8s.io',
  version: 'v1',
  kind: 'EndpointSlice',
  resource: 'endpointslices',
  namespaced: true,
  description: 'A subset of the addresses behind a service.',
  twins: ['discovery.k8s.io/v1beta1'],
  types: {
    EndpointSlice: {
      addressType: 'string as(AddressType) number(4)',
      endpoints: '[]Endpoint atomic number(2)',
      'ports?': '[]EndpointPort atomic written number(3)',
    },
    Endpoint: {
      addresses: '[]string set',
      'conditions?': 'EndpointConditions',
      'hostname?': '*string',
      'targetRef?': '*core.v1.ObjectReference',
      'deprecatedTopology?': 'map[string]string',
      'nodeName?': '*string',
      'zone?': '*string',
      'hints?': '*EndpointHints',
    },
    EndpointConditions: { 'ready?': '*bool', 'serving?': '*bool', 'terminating?': '*bool' },
    EndpointHints: { 'forZones?': '[]ForZone atomic' },
    ForZone: { name: 'string' },
  },
} satisfies KindFacts;

export const endpointslices = resource<EndpointSlice>(facts, {
  generation: ({ metadata, addressType, endpoints, ports }) => [metadata.labels, addressType, endpoints, ports],
  strategy: {
    setDefaults({ ports }) {
      for (const port of ports ?? []) {
        port.name ??= '';
        port.protocol ??= 'TCP';
      }
    },
    prepareForCreate: prepare,
    prepareForUpdate(draft, { metadata: live }) {
      // Dropped only after the real server has compared the endpoints.
      const isChanged = draft.endpoints?.some(
        ({ deprecatedTopology }) => Object.keys(deprecatedTopology ?? {}).length > 0,
      );
      if (isChanged) draft.metadata.generation = Number(live.generation ?? 0) + 1;
      prepare(draft);
    },
    validate: (object) => validateSlice(object, ''),
    validateUpdate: (object, live) => [
      ...validateSlice(object, ''),
      ...immutable(object.addressType, live.addressType, 'addressType'),
    ],
    warnings: ({ addressType }) => (addressType === 'FQDN' ? ['spec.addressType: FQDN endpoints are deprecated'] : []),
  },
  columns: endpointSliceColumns,
});

/** Drops a field of v1beta1, and empty lists, which are stored as absent. */
function prepare(draft: EndpointSlice): void {
  for (const endpoint of draft.endpoints ?? []) delete endpoint.deprecatedTopology;
  if (!draft.endpoints?.length) draft.endpoints = null;
  if (!draft.ports?.length) delete draft.ports;
}

function validateEndpoints(endpoints: readonly Endpoint[], field: string, { addressType }: EndpointSlice) {
  if (endpoints.length > MAXIMUM.endpoints) return [tooMany(field, endpoints.length, MAXIMUM.endpoints)];
  return endpoints.flatMap((endpoint, index) => validateEndpoint(endpoint, addressType, `${field}[${index}]`));
}

function validateEndpoint(endpoint: Endpoint, type: string, field: string): FieldError[] {
  const { nodeName, hostname, deprecatedTopology = {}, hints } = endpoint;
  const topologySize = Object.keys(deprecatedTopology).length;
  return [
    ...validateAddresses(endpoint.addresses ?? [], type, `${field}.addresses`),
    ...(nodeName == null ? [] : invalidFor(`${field}.nodeName`, nodeName, isDns1123Subdomain(nodeName))),
    ...(topologySize > MAXIMUM.topologyLabels
      ? [tooMany(`${field}.deprecatedTopology`, topologySize, MAXIMUM.topologyLabels)]
      : []),
    ...validateLabels(deprecatedTopology, `${field}.deprecatedTopology`),
    ...(hostname == null ? [] : invalidFor(`${field}.hostname`, hostname, isDns1123Label(hostname))),
    ...validateZones(hints?.forZones ?? [], `${field}.hints.forZones`),
  ];
}

function validateAddresses(addresses: readonly string[], type: string, field: string): FieldError[] {
  if (addresses.length === 0) return [required(field, 'must contain at least 1 address')];
  return [
    ...(addresses.length > MAXIMUM.addresses ? [tooMany(field, addresses.length, MAXIMUM.addresses)] : []),
    ...addresses.flatMap((address, index) => validateAddress(address, type, `${field}[${index}]`)),
  ];
}

function validateAddress(address: string, type: string, field: string): FieldError[] {
  if (type === 'FQDN' && address === '') return [required(field)];
  if (type === 'FQDN') return invalidFor(field, address, isFullyQualifiedDomainName(address));
  if (type !== 'IPv4' && type !== 'IPv6') return [];
  const messages = type === 'IPv4' ? isValidIpv4Address(address) : isValidIpv6Address(address);
  return [...invalidFor(field, address, messages), ...validateOrdinaryAddress(address, field)];
}

/** Forbidden ranges: their addresses do not lead to another machine. */
const SPECIAL_RANGES: readonly (readonly [readonly string[], string])[] = [
  [['127.0.0.0/8', '::1/128'], 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  [['169.254.0.0/16', 'fe80::/10'], 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
  [['224.0.0.0/24', 'ff02::/16'], 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
];

function validateOrdinaryAddress(text: string, field: string): FieldError[] {
  const address = parseIpAddress(text);
  if (!address) return [invalid(field, text, 'must be a valid IP address')];
  const errors = address.value === 0n ? [invalid(field, text, `may not be unspecified (${text})`)] : [];
  for (const [ranges, message] of SPECIAL_RANGES) {
    const isInside = ranges.some((range) => {
      const parsed = parseIpRange(range);
      return parsed !== undefined && rangeContains(parsed, address);
    });
    if (isInside) errors.push(invalid(field, text, message));
  }
  return errors;
}

function validateZones(zones: readonly ForZone[], field: string): FieldError[] {
  if (zones.length > MAXIMUM.zoneHints) return [tooMany(field, zones.length, MAXIMUM.zoneHints)];
  return zones.flatMap(({ name }, index) => [
    ...(zones.findIndex((zone) => zone.name === name) < index ? [duplicate(`${field}[${index}].name`, name)] : []),
    ...invalidFor(`${field}[${index}].name`, name, isValidLabelValue(name)),
  ]);
}

const validatePort = checkMembers<EndpointPort>({
  protocol: { required: true, oneOf: PROTOCOLS },
  appProtocol: { format: isQualifiedName },
});

function validatePorts(ports: readonly EndpointPort[], field: string): FieldError[] {
  if (ports.length > MAXIMUM.ports) return [tooMany(field, ports.length, MAXIMUM.ports)];
  return ports.flatMap((port, index) => {
    const [path, name] = [`${field}[${index}]`, port.name ?? ''];
    const isRepeated = ports.findIndex((other) => (other.name ?? '') === name) < index;
    return [
      ...(name === '' ? [] : invalidFor(`${path}.name`, name, isDns1123Label(name))),
      ...(isRepeated ? [duplicate(`${path}.name`, name)] : []),
      ...validatePort(port, path),
    ];
  });
}

const validateSlice = checkMembers<EndpointSlice>({
  addressType: { notEmpty: true, oneOf: ADDRESS_TYPES },
  endpoints: validateEndpoints,
  ports: validatePorts,
});
