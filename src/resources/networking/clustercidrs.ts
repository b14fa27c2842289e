import { type FieldError, invalid, required } from '../../api/field-error.ts';
import type { NodeSelectorRequirement, NodeSelectorTerm } from '../../api/kinds/core-v1.generated.ts';
import type { ClusterCIDR, ClusterCIDRSpec } from '../../api/kinds/networking-v1alpha1.generated.ts';
import { nameIsDnsLabel } from '../../api/names.ts';
import { parseIpRange } from '../../api/values/ip-address.ts';
import { validateNodeSelector } from '../core/node/node-selector.ts';
import type { KindFacts } from '../kind-facts.ts';
import { checkUnchanged } from '../member-rules.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

const MINIMUM_HOST_BITS = 4;
const FAMILIES = [
  { member: 'ipv4', name: 'IPv4', version: 4, bits: 32 },
  { member: 'ipv6', name: 'IPv6', version: 6, bits: 128 },
] as const;
type Family = (typeof FAMILIES)[number];

const facts = {
  group: 'networking.k8s.io',
  version: 'v1alpha1',
  kind: 'ClusterCIDR',
  resource: 'clustercidrs',
  shortNames: ['cc'],
  namespaced: false,
  description: 'An address range from which nodes receive their pod networks.',
  types: {
    ClusterCIDR: { 'spec?': 'ClusterCIDRSpec' },
    ClusterCIDRSpec: {
      'nodeSelector?': '*core.v1.NodeSelector',
      perNodeHostBits: 'int32',
      'ipv4?': 'string written',
      'ipv6?': 'string written',
    },
  },
} satisfies KindFacts;

export const clustercidrs = resource<ClusterCIDR>(facts, {
  validateName: nameIsDnsLabel,
  strategy: {
    validate: ({ spec }) => validateSpec(spec ?? {}),
    validateUpdate: ({ spec }, { spec: live }) => [
      ...validateSpec(spec ?? {}),
      ...validateUnchanged(spec, live, 'spec'),
    ],
  },
  columns: [
    nameColumn(),
    column(
      'PerNodeHostBits',
      'string',
      'perNodeHostBits defines the number of host bits to be configured per node. A subnet mask determines how much of the address is used for network bits and host bits. For example an IPv4 address of 192.168.0.0/24, splits the address into 24 bits for the network portion and 8 bits for the host portion. To allocate 256 IPs, set this field to 8 (a /24 mask for IPv4 or a /120 for IPv6). Minimum value is 4 (16 IPs). This field is immutable.',
      ({ spec }) => String(spec?.perNodeHostBits ?? 0),
    ),
    column(
      'IPv4',
      'string',
      'ipv4 defines an IPv4 IP block in CIDR notation(e.g. "10.0.0.0/8"). At least one of ipv4 and ipv6 must be specified. This field is immutable.',
      ({ spec }) => spec?.ipv4 || '<none>',
    ),
    column(
      'IPv6',
      'string',
      'ipv6 defines an IPv6 IP block in CIDR notation(e.g. "2001:db8::/64"). At least one of ipv4 and ipv6 must be specified. This field is immutable.',
      ({ spec }) => spec?.ipv6 || '<none>',
    ),
    ageColumn(),
    column(
      'NodeSelector',
      'string',
      'nodeSelector defines which nodes the config is applicable to. An empty or nil nodeSelector selects all nodes. This field is immutable.',
      ({ spec }) => nodeSelectorText(spec?.nodeSelector?.nodeSelectorTerms ?? []),
      1,
    ),
  ],
});

function validateSpec(spec: Partial<ClusterCIDRSpec>): FieldError[] {
  const errors = spec.nodeSelector ? validateNodeSelector(spec.nodeSelector, 'spec.nodeSelector') : [];
  if (!spec.ipv4 && !spec.ipv6) {
    return [...errors, required('spec', 'one or both of `ipv4` and `ipv6` must be specified')];
  }
  const hostBits = spec.perNodeHostBits ?? 0;
  return [...errors, ...FAMILIES.flatMap((family) => validateRange(spec[family.member] ?? '', hostBits, family))];
}

function validateRange(text: string, hostBits: number, { name, version, bits }: Family): FieldError[] {
  if (text === '') return [];
  const range = parseIpRange(text);
  if (!range) return [invalid(`spec.${name}`, text, `must be a valid CIDR: ${text}`)];
  const errors: FieldError[] = [];
  if (range.address.version !== version) errors.push(invalid(`spec.${name}`, text, `must be a valid ${name} CIDR`));
  const maximum = bits - range.prefix;
  const wrong = (detail: string) => invalid('spec.perNodeHostBits', hostBits, detail);
  if (hostBits < MINIMUM_HOST_BITS) errors.push(wrong(`must be greater than or equal to ${MINIMUM_HOST_BITS}`));
  if (hostBits > maximum) errors.push(wrong(`must be less than or equal to ${maximum}`));
  return errors;
}

/** Returns `key=value,other in (a,b)`, with terms and requirements joined by commas. */
function nodeSelectorText(terms: readonly NodeSelectorTerm[]): string {
  const requirements = terms.flatMap((term) => [...(term.matchExpressions ?? []), ...(term.matchFields ?? [])]);
  return requirements.map(requirementText).join(',') || '<none>';
}

function requirementText({ key, operator, values = [] }: NodeSelectorRequirement): string {
  if (operator === 'Exists') return key;
  if (operator === 'DoesNotExist') return `!${key}`;
  if (operator === 'Gt' || operator === 'Lt') return `${key}${operator === 'Gt' ? '>' : '<'}${values.join('')}`;
  return `${key} ${operator.toLowerCase()} (${values.join(',')})`;
}

const validateUnchanged = checkUnchanged<ClusterCIDRSpec>({
  nodeSelector: 'core.v1.NodeSelector',
  perNodeHostBits: true,
  ipv4: true,
  ipv6: true,
});
