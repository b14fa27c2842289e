import type { IPAddress, IPAddressSpec, ParentReference } from '../../api/kinds/networking-v1alpha1.generated.ts';
import { isDns1123Subdomain, isValidPathSegmentName } from '../../api/names.ts';
import { ipAddressText, parseIpAddress } from '../../api/values/ip-address.ts';
import type { KindFacts } from '../kind-facts.ts';
import { checkMembers, checkUnchanged } from '../member-rules.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

/** Returns the error of Go's netip.ParseAddr, as far as it follows from the first separator. */
function addressError(text: string): string {
  const unexpected = /[.:]/.exec(text)?.[0] === '.' && /[^0-9.]/.exec(text);
  const reason = unexpected
    ? `unexpected character (at ${JSON.stringify(text.slice(unexpected.index))})`
    : 'unable to parse IP';
  return `ParseAddr(${JSON.stringify(text)}): ${reason}`;
}

/** Validates a name, which must be an address in canonical form. */
function validateName(name: string): string[] {
  const address = parseIpAddress(name);
  if (!address) return [addressError(name)];
  return ipAddressText(address) === name ? [] : ['not a valid ip in canonical format'];
}

const facts = {
  group: 'networking.k8s.io',
  version: 'v1alpha1',
  kind: 'IPAddress',
  resource: 'ipaddresses',
  shortNames: ['ip'],
  namespaced: false,
  description: 'An IP address allocated to an object.',
  types: {
    IPAddress: { 'spec?': 'IPAddressSpec' },
    IPAddressSpec: { 'parentRef?': '*ParentReference' },
    ParentReference: {
      'group?': 'string',
      'resource?': 'string',
      'namespace?': 'string',
      'name?': 'string',
      'uid?': 'string as(types.UID)',
    },
  },
} satisfies KindFacts;

export const ipaddresses = resource<IPAddress>(facts, {
  validateName,
  strategy: {
    validate: ({ spec }) => validateSpec(spec, 'spec'),
    validateUpdate: ({ spec }, live) => validateUnchanged(spec, live.spec, 'spec'),
  },
  columns: [
    nameColumn(),
    column(
      'ParentRef',
      'string',
      'ParentRef references the resource that an IPAddress is attached to. An IPAddress must reference a parent object.',
      ({ spec }) => parentText(spec?.parentRef),
    ),
    ageColumn(),
  ],
});

const validateSpec = checkMembers<IPAddressSpec>({
  parentRef: {
    required: true,
    check: checkMembers<ParentReference>({
      group: { ignoresEmpty: true, format: isDns1123Subdomain },
      resource: { notEmpty: true, format: isValidPathSegmentName },
      name: { notEmpty: true, format: isValidPathSegmentName },
      namespace: { ignoresEmpty: true, format: isValidPathSegmentName },
    }),
  },
});
const validateUnchanged = checkUnchanged<IPAddressSpec>({ parentRef: 'networking.v1alpha1.ParentReference' });

function parentText(parent: ParentReference | undefined): string {
  if (!parent) return '<none>';
  const { group = '', resource: plural = '', namespace = '', name = '' } = parent;
  return `${group ? `${plural}.${group}` : plural}/${namespace}/${name}`;
}
