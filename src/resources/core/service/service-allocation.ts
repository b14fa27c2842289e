import { type FieldError, invalid } from '../../../api/field-error.ts';
import type { Service, ServiceSpec } from '../../../api/kinds/core-v1.generated.ts';
import { invalidObject } from '../../../api/status.ts';
import { type IpRange, ipAddressText, ipRangeText, parseIpAddress } from '../../../api/values/ip-address.ts';
import {
  familyOf,
  isServiceAddress,
  lastServiceAddress,
  reservedAddresses,
} from '../../../api/values/service-ranges.ts';
import type { StrategyContext } from '../../resource-definition.ts';
import { randomBelow } from './random-below.ts';
import { validateClusterIps } from './service-addresses.ts';
import { HEADLESS, nodePortsOf, specOf } from './service-kinds.ts';
import { allocatePorts, portClaim } from './service-ports.ts';

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

const rangeOf = (family: string | undefined, { serviceRanges }: StrategyContext): IpRange | undefined =>
  serviceRanges.find((range) => familyOf(range) === family);

/** Gives a service what it needs and has not brought. Refuses with 422 what cannot be given; `live` is absent for a new one. */
export function allocate(service: Service, live: Service | undefined, context: StrategyContext): void {
  const spec = specOf(service);
  if (spec.type !== 'ExternalName') {
    const before = live && specOf(live);
    if (!before || !keepsPreferredFamilies(spec, before)) refuse(service, settleFamilies(spec, before, context));
    const held = before && before.type !== 'ExternalName' ? (before.clusterIPs ?? []) : [];
    refuse(service, allocateClusterIps(spec, held, context));
  }
  allocatePorts(service, live, context);
}

/** Services that prefer two families are neither upgraded nor downgraded by changes of something else. */
const keepsPreferredFamilies = (spec: ServiceSpec, before: ServiceSpec): boolean =>
  before.type !== 'ExternalName' &&
  spec.ipFamilyPolicy === 'PreferDualStack' &&
  before.ipFamilyPolicy === 'PreferDualStack' &&
  isSame(spec.clusterIPs, before.clusterIPs) &&
  isSame(spec.ipFamilies, before.ipFamilies);

const isSame = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);

const POLICY = 'spec.ipFamilyPolicy';

/** Which address families the service has. */
function settleFamilies(spec: ServiceSpec, before: ServiceSpec | undefined, context: StrategyContext): FieldError[] {
  spec.ipFamilyPolicy ??= before?.ipFamilyPolicy ?? defaultPolicy(spec);
  const invalidFields = validateClusterIps(spec);
  if (invalidFields.length) return invalidFields;
  const errors = before && before.type !== 'ExternalName' ? settleRelease(spec, before) : [];
  errors.push(...validatePolicy(spec));
  const families = spec.ipFamilies ?? [];
  for (const [index, address] of (spec.clusterIPs ?? []).entries()) {
    if (address === HEADLESS || index < families.length) continue;
    const family = `IPv${parseIpAddress(address)?.version}`;
    if (rangeOf(family, context)) families.push(family);
    else
      errors.push(invalid(`spec.clusterIPs[${index}]`, spec.clusterIPs, `${family} is not configured on this cluster`));
  }
  if (errors.length) return errors;
  spec.ipFamilies = families;
  if (isFree(spec)) {
    settleFreeFamilies(spec, families, context);
    return [];
  }
  return settleServedFamilies(spec, families, context);
}

/** Whether nothing but the service itself says which families it has: it is headless and selects nothing. */
const isFree = ({ clusterIP, selector }: ServiceSpec): boolean =>
  clusterIP === HEADLESS && Object.keys(selector ?? {}).length === 0;

const defaultPolicy = (spec: ServiceSpec): string => (isFree(spec) ? 'RequireDualStack' : 'SingleStack');

/** A second address or family goes with the policy SingleStack, and only with it. */
function settleRelease(spec: ServiceSpec, before: ServiceSpec): FieldError[] {
  const { clusterIPs = [], ipFamilies = [] } = spec;
  if (spec.ipFamilyPolicy === 'SingleStack') {
    if (isSame(clusterIPs, before.clusterIPs)) spec.clusterIPs = clusterIPs.slice(0, 1);
    if (isSame(ipFamilies, before.ipFamilies)) spec.ipFamilies = ipFamilies.slice(0, 1);
    return [];
  }
  const isReduced = (items: readonly string[], old: readonly string[] = []): boolean =>
    items.length > 0 && items.length < old.length && items[0] === old[0];
  const error = (what: string) =>
    invalid(POLICY, spec.ipFamilyPolicy, `must be 'SingleStack' to release the secondary ${what}`);
  return [
    ...(isReduced(clusterIPs, before.clusterIPs) ? [error('cluster IP')] : []),
    ...(isReduced(ipFamilies, before.ipFamilies) ? [error('IP family')] : []),
  ];
}

function validatePolicy({ ipFamilyPolicy, clusterIPs = [], ipFamilies = [] }: ServiceSpec): FieldError[] {
  if (ipFamilyPolicy !== 'SingleStack') return [];
  const error = (what: string) =>
    invalid(
      POLICY,
      ipFamilyPolicy,
      `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`,
    );
  if (clusterIPs.length > 1) return [error('cluster IPs')];
  return ipFamilies.length > 1 ? [error('IP families')] : [];
}

const otherFamily = (family: string | undefined): string => (family === 'IPv4' ? 'IPv6' : 'IPv4');

const defaultFamily = ({ serviceRanges: [primary] }: StrategyContext): string => (primary ? familyOf(primary) : 'IPv4');

/** A headless service without a selector may have any family, whatever the cluster has. */
function settleFreeFamilies(spec: ServiceSpec, families: string[], context: StrategyContext): void {
  if (families.length === 0) families.push(defaultFamily(context));
  if (families.length < 2 && spec.ipFamilyPolicy !== 'SingleStack') families.push(otherFamily(families[0]));
}

function settleServedFamilies(spec: ServiceSpec, families: string[], context: StrategyContext): FieldError[] {
  const isDualStack = context.serviceRanges.length > 1;
  const errors = families.flatMap((family, index) =>
    rangeOf(family, context) ? [] : [invalid(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster')],
  );
  if (spec.ipFamilyPolicy === 'RequireDualStack' && !isDualStack)
    errors.push(invalid(POLICY, spec.ipFamilyPolicy, 'this cluster is not configured for dual-stack services'));
  if (families.length === 0) families.push(defaultFamily(context));
  if (isDualStack && families.length === 1 && spec.ipFamilyPolicy !== 'SingleStack')
    families.push(otherFamily(families[0]));
  return errors;
}

/** An address of each family that the service has; `held` are those that it had before, which validation compares. */
function allocateClusterIps(spec: ServiceSpec, held: readonly string[], context: StrategyContext): FieldError[] {
  const addresses = [...(spec.clusterIPs ?? [])];
  if (addresses[0] === HEADLESS || held[0] === HEADLESS) return [];
  for (const [index, family] of (spec.ipFamilies ?? []).entries()) {
    const range = rangeOf(family, context);
    if (index < held.length || !range) continue;
    const wanted = addresses[index];
    if (wanted) {
      const errors = claimAddress(wanted, range, spec, context);
      if (errors.length) return errors;
      continue;
    }
    const address = freeAddress(range, context);
    if (address === undefined)
      return [invalid('spec.clusterIPs', spec.clusterIPs ?? [], 'failed to allocate a serviceIP: range is full')];
    addresses[index] = address;
  }
  if (addresses.length === held.length) return [];
  spec.clusterIP = addresses[0];
  spec.clusterIPs = addresses;
  return [];
}

function claimAddress(
  text: string,
  range: IpRange,
  { clusterIPs }: ServiceSpec,
  { isClaimed }: StrategyContext,
): FieldError[] {
  const address = parseIpAddress(text);
  const because = (why: string) => [invalid('spec.clusterIPs', clusterIPs, `failed to allocate IP ${text}: ${why}`)];
  if (!address || !isServiceAddress(range, address)) {
    const valid = `The range of valid IPs is ${ipRangeText(range)}`;
    return because(`the provided IP (${text}) is not in the valid range. ${valid}`);
  }
  return isClaimed(ipClaim(ipAddressText(address))) ? because('provided IP is already allocated') : [];
}

/** A free address from a random place on: after the reserved part of the range first. */
function freeAddress(range: IpRange, context: StrategyContext): string | undefined {
  const end = lastServiceAddress(range) + 1n;
  const middle = reservedAddresses(range) + 1n < end ? reservedAddresses(range) + 1n : 1n;
  for (const [from, to] of [
    [middle, end],
    [1n, middle],
  ] as const) {
    if (from >= to) continue;
    const start = randomBelow(to - from, context);
    for (let step = 0n; step < to - from; step++) {
      const offset = from + ((start + step) % (to - from));
      const text = ipAddressText({ version: range.network.version, value: range.network.value + offset });
      if (!context.isClaimed(ipClaim(text))) return text;
    }
  }
  return undefined;
}
