import { duplicate, type FieldError, invalid, notSupported, required } from '../../../api/field-error.ts';
import type { ServiceSpec } from '../../../api/kinds/core-v1.generated.ts';
import { isValidIp, parseIpAddress } from '../../../api/values/ip-address.ts';
import { invalidFor } from '../../field-validation.ts';
import { HEADLESS, isHeadless } from './service-kinds.ts';

const FAMILIES = ['IPv4', 'IPv6'];
const FAMILY_POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];
const FIELD = 'spec.clusterIPs';

/** Validates the IP addresses and families of a service (ValidateServiceClusterIPsRelatedFields). */
export function validateClusterIps(spec: ServiceSpec): FieldError[] {
  if (spec.type === 'ExternalName') return [];
  const { clusterIP, clusterIPs = [], ipFamilies = [], ipFamilyPolicy } = spec;
  const errors: FieldError[] = [];
  if (clusterIP) {
    if (clusterIPs.length === 0) errors.push(required(FIELD));
    else if (clusterIPs[0] !== clusterIP) errors.push(invalid(FIELD, clusterIPs, 'first value must match `clusterIP`'));
  } else if (clusterIPs.length) {
    errors.push(invalid(FIELD, clusterIPs, 'must be empty when `clusterIP` is not specified'));
  }
  for (const [index, family] of ipFamilies.entries()) {
    const field = `spec.ipFamilies[${index}]`;
    if (!FAMILIES.includes(family)) errors.push(notSupported(field, family, FAMILIES));
    if (ipFamilies.indexOf(family) < index) errors.push(duplicate(field, family));
  }
  if (ipFamilyPolicy != null && !FAMILY_POLICIES.includes(ipFamilyPolicy)) {
    errors.push(notSupported('spec.ipFamilyPolicy', ipFamilyPolicy, FAMILY_POLICIES));
  }
  return [...errors, ...validateAddresses(spec, errors.length === 0)];
}

function validateAddresses(spec: ServiceSpec, isValidSoFar: boolean): FieldError[] {
  const { clusterIPs = [], ipFamilies = [] } = spec;
  const errors: FieldError[] = [];
  for (const [index, address] of clusterIPs.entries()) {
    if (index > 0 || address !== HEADLESS)
      errors.push(...invalidFor(`${FIELD}[${index}]`, address, isValidIp(address)));
    else if (clusterIPs.length > 1) errors.push(invalid(FIELD, clusterIPs, "'None' must be the first and only value"));
  }
  const areAddresses = errors.length === 0;
  if (clusterIPs.length > 2) errors.push(invalid(FIELD, clusterIPs, 'may only hold up to 2 values'));
  if (!areAddresses) return errors;
  const versions = clusterIPs.map((address) => parseIpAddress(address)?.version);
  if (clusterIPs.length > 1 && !(versions.includes(4) && versions.includes(6) && clusterIPs.length === 2)) {
    errors.push(invalid(FIELD, clusterIPs, 'may specify no more than one IP for each IP family'));
  }
  if (isHeadless(spec) || errors.length || !isValidSoFar) return errors;
  return clusterIPs.flatMap((address, index) => {
    const family = ipFamilies[index];
    return family === undefined || family === `IPv${versions[index]}`
      ? []
      : [
          invalid(
            `${FIELD}[${index}]`,
            address,
            `expected an ${family} value as indicated by \`ipFamilies[${index}]\``,
          ),
        ];
  });
}
