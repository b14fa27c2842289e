import { type FieldError, invalid } from '../../../api/field-error.ts';
import type { Service, ServiceSpec } from '../../../api/kinds/core-v1.generated.ts';
import { hasSameItems } from '../../../api/memory/same-items.ts';
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

/** Returns the claims of a service: its IP addresses and node ports. */
export function serviceClaims(service: Service): readonly string[] {
  const spec = specOf(service);
  const addresses = (spec.clusterIPs ?? []).filter((address) => address !== HEADLESS && address !== '');
  const ports = [...nodePortsOf(spec), ...(spec.healthCheckNodePort ? [spec.healthCheckNodePort] : [])];
  return [...addresses.map(ipClaim), ...[...new Set(ports)].map(portClaim)];
}

function requireValid(service: Service, errors: readonly FieldError[]): void {
  if (errors.length) throw invalidObject({ group: '', kind: 'Service' }, service.metadata.name ?? '', errors);
}

const rangeOf = (family: string | undefined, { serviceRanges }: StrategyContext): IpRange | undefined =>
  serviceRanges.find((range) => familyOf(range) === family);

/**
 * Allocates the addresses and ports that a service needs and does not set. Throws 422 when a value is not available.
 * `live` is undefined for a new service.
 */
export function allocate(service: Service, live: Service | undefined, context: StrategyContext): void {
  const spec = specOf(service);
  if (spec.type !== 'ExternalName') {
    const before = live && specOf(live);
    if (!before || !keepsPreferredFamilies(spec, before)) requireValid(service, settleFamilies(spec, before, context));
    const held = before && before.type !== 'ExternalName' ? (before.clusterIPs ?? []) : [];
    requireValid(service, allocateClusterIps(spec, held, context));
  }
  allocatePorts(service, live, context);
}

/**
 * Reports whether an update keeps the families of a PreferDualStack service: unrelated updates neither upgrade nor
 * downgrade it.
 */
const keepsPreferredFamilies = (spec: ServiceSpec, before: ServiceSpec): boolean =>
  before.type !== 'ExternalName' &&
  spec.ipFamilyPolicy === 'PreferDualStack' &&
  before.ipFamilyPolicy === 'PreferDualStack' &&
  hasSameItems(spec.clusterIPs, before.clusterIPs) &&
  hasSameItems(spec.ipFamilies, before.ipFamilies);

const POLICY = 'spec.ipFamilyPolicy';

/** Determines the IP families of a service. */
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

/** Reports whether a service may choose any families: it is headless and has no selector. */
const isFree = ({ clusterIP, selector }: ServiceSpec): boolean =>
  clusterIP === HEADLESS && Object.keys(selector ?? {}).length === 0;

const defaultPolicy = (spec: ServiceSpec): string => (isFree(spec) ? 'RequireDualStack' : 'SingleStack');

/** Releases the secondary address and family when the policy becomes SingleStack, and only then. */
function settleRelease(spec: ServiceSpec, before: ServiceSpec): FieldError[] {
  const { clusterIPs = [], ipFamilies = [] } = spec;
  if (spec.ipFamilyPolicy === 'SingleStack') {
    if (hasSameItems(clusterIPs, before.clusterIPs)) spec.clusterIPs = clusterIPs.slice(0, 1);
    if (hasSameItems(ipFamilies, before.ipFamilies)) spec.ipFamilies = ipFamilies.slice(0, 1);
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

/** Determines the families of a headless service without a selector, which may differ from those of the cluster. */
function settleFreeFamilies(spec: ServiceSpec, families: string[], context: StrategyContext): void {
  if (families.length === 0) families.push(defaultFamily(context));
  if (families.length < 2 && spec.ipFamilyPolicy !== 'SingleStack') families.push(otherFamily(families[0]));
}

function settleServedFamilies(spec: ServiceSpec, families: string[], context: StrategyContext): FieldError[] {
  const isDualStack = context.serviceRanges.length > 1;
  const errors =
    spec.ipFamilyPolicy === 'RequireDualStack' && !isDualStack
      ? [invalid(POLICY, spec.ipFamilyPolicy, 'this cluster is not configured for dual-stack services')]
      : [];
  for (const [index, family] of families.entries()) {
    if (!rangeOf(family, context))
      errors.push(invalid(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster'));
  }
  if (families.length === 0) families.push(defaultFamily(context));
  if (isDualStack && families.length === 1 && spec.ipFamilyPolicy !== 'SingleStack')
    families.push(otherFamily(families[0]));
  return errors;
}

/** Allocates an address of each family. `held` has the earlier addresses, which validation compares. */
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

/**
 * Returns a free address, searching from a random position; the part of the range after the reserved block comes first.
 */
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
