import { type FieldError, invalid } from '../../../api/field-error.ts';
import {
  type IpRange,
  ipAddressText,
  parseIpAddress,
  parseIpRange,
  rangeContains,
  rangeSize,
} from '../../../api/ip-address.ts';
import type { Service, ServiceSpec } from '../../../api/kinds/core-v1.generated.ts';
import { invalidObject } from '../../../api/status.ts';
import type { StrategyContext } from '../../resource-definition.ts';
import { randomBelow } from './random-below.ts';
import { validateClusterIps } from './service-addresses.ts';
import { HEADLESS, nodePortsOf, specOf } from './service-kinds.ts';
import { allocatePorts, portClaim } from './service-ports.ts';

/** Where the addresses of services come from; one family only. */
export const SERVICE_RANGE = '10.96.0.0/16';
/** Addresses at the start of the range that are left to those who ask for one by name. */
const RESERVED_ADDRESSES = 256n;

const ipClaim = (address: string): string => `ip/${address}`;

/** Addresses and node ports that a service holds. */
export function serviceClaims(service: Service): readonly string[] {
  const spec = specOf(service);
  const addresses = (spec.clusterIPs ?? []).filter((address) => address !== HEADLESS && address !== '');
  const ports = [...nodePortsOf(spec), ...(spec.healthCheckNodePort ? [spec.healthCheckNodePort] : [])];
  return [...addresses.map(ipClaim), ...[...new Set(ports)].map(portClaim)];
}

function refuse(service: Service, errors: readonly FieldError[]): void {
  if (errors.length) throw invalidObject({ group: '', kind: 'Service' }, service.metadata.name ?? '', errors);
}

const serviceRange = (): IpRange => {
  const range = parseIpRange(SERVICE_RANGE);
  if (!range) throw new Error(`no range: ${SERVICE_RANGE}`);
  return range;
};

/** Gives a service what it needs and has not brought. Refuses with 422 what cannot be given; `live` is absent for a new one. */
export function allocate(service: Service, live: Service | undefined, context: StrategyContext): void {
  const spec = specOf(service);
  if (spec.type !== 'ExternalName') {
    refuse(service, settleFamilies(spec));
    if (!live || specOf(live).type === 'ExternalName') refuse(service, allocateClusterIp(spec, context));
  }
  allocatePorts(service, live, context);
}

/** Which address families the service has. */
function settleFamilies(spec: ServiceSpec): FieldError[] {
  const errors = validateClusterIps(spec);
  if (errors.length) return errors;
  const families = spec.ipFamilies ?? [];
  if (spec.ipFamilyPolicy === 'SingleStack' || spec.ipFamilyPolicy == null) {
    const isPolicySingle = spec.ipFamilyPolicy === 'SingleStack';
    const detail = "must be 'RequireDualStack' or 'PreferDualStack' when multiple";
    if (isPolicySingle && (spec.clusterIPs?.length ?? 0) > 1) {
      errors.push(invalid('spec.ipFamilyPolicy', spec.ipFamilyPolicy, `${detail} cluster IPs are specified`));
    } else if (isPolicySingle && families.length > 1) {
      errors.push(invalid('spec.ipFamilyPolicy', spec.ipFamilyPolicy, `${detail} IP families are specified`));
    }
  }
  for (const [index, address] of (spec.clusterIPs ?? []).entries()) {
    if (address === HEADLESS || index < families.length) continue;
    if (parseIpAddress(address)?.version === 4) families.push('IPv4');
    else errors.push(invalid(`spec.clusterIPs[${index}]`, spec.clusterIPs, 'IPv6 is not configured on this cluster'));
  }
  if (errors.length) return errors;
  spec.ipFamilies = families;
  const hasNoSelector = Object.keys(spec.selector ?? {}).length === 0;
  if (spec.clusterIPs?.[0] === HEADLESS && hasNoSelector) {
    settleFreeFamilies(spec, families);
    return [];
  }
  return settleSingleFamily(spec, families);
}

/** A headless service without a selector may have any family, whatever the cluster has. */
function settleFreeFamilies(spec: ServiceSpec, families: string[]): void {
  if (families.length === 0) families.push('IPv4');
  if (families.length < 2 && spec.ipFamilyPolicy !== 'SingleStack') {
    families.push(families[0] === 'IPv4' ? 'IPv6' : 'IPv4');
  }
  spec.ipFamilyPolicy ??= 'RequireDualStack';
}

function settleSingleFamily(spec: ServiceSpec, families: string[]): FieldError[] {
  const errors = families.flatMap((family, index) =>
    family === 'IPv4' ? [] : [invalid(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster')],
  );
  if (spec.ipFamilyPolicy === 'RequireDualStack') {
    const detail = 'this cluster is not configured for dual-stack services';
    errors.push(invalid('spec.ipFamilyPolicy', spec.ipFamilyPolicy, detail));
  }
  if (families.length === 0) families.push('IPv4');
  spec.ipFamilyPolicy ??= 'SingleStack';
  return errors;
}

function allocateClusterIp(spec: ServiceSpec, context: StrategyContext): FieldError[] {
  const [wanted] = spec.clusterIPs ?? [];
  if (wanted === HEADLESS) return [];
  if (wanted) return claimAddress(wanted, spec, context);
  const address = freeAddress(context);
  if (address === undefined) {
    return [invalid('spec.clusterIPs', spec.clusterIPs ?? [], 'failed to allocate a serviceIP: range is full')];
  }
  spec.clusterIP = address;
  spec.clusterIPs = [address];
  return [];
}

function claimAddress(text: string, { clusterIPs }: ServiceSpec, { isClaimed }: StrategyContext): FieldError[] {
  const range = serviceRange();
  const address = parseIpAddress(text);
  const because = (why: string) => [invalid('spec.clusterIPs', clusterIPs, `failed to allocate IP ${text}: ${why}`)];
  const offset = address ? address.value - range.network.value : 0n;
  if (!address || !rangeContains(range, address) || offset === 0n || offset === rangeSize(range) - 1n) {
    return because(`the provided IP (${text}) is not in the valid range. The range of valid IPs is ${SERVICE_RANGE}`);
  }
  return isClaimed(ipClaim(ipAddressText(address))) ? because('provided IP is already allocated') : [];
}

/** A free address from a random place on: in the upper part of the range first. */
function freeAddress(context: StrategyContext): string | undefined {
  const range = serviceRange();
  const last = rangeSize(range) - 1n;
  for (const [from, to] of [
    [RESERVED_ADDRESSES + 1n, last],
    [1n, RESERVED_ADDRESSES + 1n],
  ] as const) {
    const start = randomBelow(to - from, context);
    for (let step = 0n; step < to - from; step++) {
      const offset = from + ((start + step) % (to - from));
      const text = ipAddressText({ version: range.network.version, value: range.network.value + offset });
      if (!context.isClaimed(ipClaim(text))) return text;
    }
  }
  return undefined;
}
