import { type FieldError, invalid, required } from '../../../api/field-error.ts';
import type { HostAlias, PodDNSConfig } from '../../../api/kinds/core-v1.generated.ts';
import { isDns1123Subdomain } from '../../../api/names.ts';
import { parseIpAddress } from '../../../api/values/ip-address.ts';
import { invalidFor } from '../../field-validation.ts';

const MAXIMUM_NAMESERVERS = 3;
const MAXIMUM_SEARCHES = 32;
const MAXIMUM_SEARCH_CHARACTERS = 2048;

const validateAddress = (address: string, field: string): FieldError[] =>
  parseIpAddress(address) ? [] : [invalid(field, address, 'must be valid IP address')];

export function validateDnsConfig(
  config: PodDNSConfig | undefined,
  policy: string | undefined,
  field: string,
): FieldError[] {
  const { nameservers = [], searches = [], options = [] } = config ?? {};
  if (policy === 'None') {
    if (!config) return [required(field, 'must provide `dnsConfig` when `dnsPolicy` is None')];
    if (nameservers.length === 0) {
      const detail = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
      return [required(`${field}.nameservers`, detail)];
    }
  }
  const errors: FieldError[] = [];
  if (nameservers.length > MAXIMUM_NAMESERVERS) {
    const detail = `must not have more than ${MAXIMUM_NAMESERVERS} nameservers`;
    errors.push(invalid(`${field}.nameservers`, nameservers, detail));
  }
  errors.push(...nameservers.flatMap((server, index) => validateAddress(server, `${field}.nameservers[${index}]`)));
  if (searches.length > MAXIMUM_SEARCHES) {
    const detail = `must not have more than ${MAXIMUM_SEARCHES} search paths`;
    errors.push(invalid(`${field}.searches`, searches, detail));
  }
  if (searches.join(' ').length > MAXIMUM_SEARCH_CHARACTERS) {
    const detail = `must not have more than ${MAXIMUM_SEARCH_CHARACTERS} characters (including spaces) in the search list`;
    errors.push(invalid(`${field}.searches`, searches, detail));
  }
  for (const [index, search] of searches.entries()) {
    const name = search.endsWith('.') ? search.slice(0, -1) : search;
    errors.push(...invalidFor(`${field}.searches[${index}]`, name, isDns1123Subdomain(name)));
  }
  for (const [index, { name }] of options.entries()) {
    if (!name) errors.push(required(`${field}.options[${index}]`, 'must not be empty'));
  }
  return errors;
}

/** Validates host aliases. Errors have the path of the list. */
export const validateHostAliases = (aliases: readonly HostAlias[], field: string): FieldError[] =>
  aliases.flatMap(({ ip = '', hostnames }) => [
    ...validateAddress(ip, `${field}.ip`),
    ...(hostnames ?? []).flatMap((name) => invalidFor(`${field}.hostnames`, name, isDns1123Subdomain(name))),
  ]);
