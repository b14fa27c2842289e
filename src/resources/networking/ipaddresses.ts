import { type FieldError, required } from '../../api/field-error.ts';
import type { IPAddress, ParentReference } from '../../api/kinds/networking-v1alpha1.generated.ts';
import { isDns1123Subdomain, isValidPathSegmentName } from '../../api/names.ts';
import { ipAddressText, parseIpAddress } from '../../api/values/ip-address.ts';
import { goOptional } from '../core/struct-difference/go-value.ts';
import { immutable, invalidFor } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

/** Returns the error of Go's netip.ParseAddr, as far as the first character tells. */
function addressError(text: string): string {
  const unexpected = /[.:]/.exec(text)?.[0] === '.' && /[^0-9.]/.exec(text);
  const reason = unexpected
    ? `unexpected character (at ${JSON.stringify(text.slice(unexpected.index))})`
    : 'unable to parse IP';
  return `ParseAddr(${JSON.stringify(text)}): ${reason}`;
}

/** The name of the object is the address in its canonical form. */
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

export const ipaddresses = resource<IPAddress>({
  group: facts.group,
  resource: facts.resource,
  validateName,
  strategy: {
    validate: ({ spec }) => validateParent(spec?.parentRef),
    validateUpdate: ({ spec }, live) =>
      immutable(
        spec?.parentRef,
        live.spec?.parentRef,
        'spec.parentRef',
        goOptional('networking.v1alpha1.ParentReference', spec?.parentRef),
      ),
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

function validateParent(parent: ParentReference | undefined): FieldError[] {
  if (!parent) return [required('spec.parentRef')];
  const { group = '', namespace = '' } = parent;
  return [
    ...(group === '' ? [] : invalidFor('spec.parentRef.group', group, isDns1123Subdomain(group))),
    ...(['resource', 'name'] as const).flatMap((member) => {
      const value = parent[member] ?? '';
      const field = `spec.parentRef.${member}`;
      return value === '' ? [required(field)] : invalidFor(field, value, isValidPathSegmentName(value));
    }),
    ...(namespace === '' ? [] : invalidFor('spec.parentRef.namespace', namespace, isValidPathSegmentName(namespace))),
  ];
}

function parentText(parent: ParentReference | undefined): string {
  if (!parent) return '<none>';
  const { group = '', resource: plural = '', namespace = '', name = '' } = parent;
  return `${group ? `${plural}.${group}` : plural}/${namespace}/${name}`;
}
