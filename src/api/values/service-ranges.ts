import { type IpAddress, type IpRange, parseIpRange, rangeContains, rangeSize } from './ip-address.ts';

/** An invalid `--service-cluster-ip-range`. */
export class ServiceRangeError extends Error {}

export const DEFAULT_SERVICE_RANGE = '10.96.0.0/16';

const FLAG = '--service-cluster-ip-range';
const SMALLEST_SIZE = 8n;
/** Maximum number of host bits in a range. */
const MAXIMUM_HOST_BITS = 20;
/** The real server tracks addresses in a bitmap and therefore uses only this many of an IPv6 range. */
const MAXIMUM_IPV6_ADDRESSES = 1n << 16n;

/** Parses the cluster IP ranges: one, or one per IP family; the primary comes first. @throws ServiceRangeError */
export function parseServiceRanges(text: string): readonly IpRange[] {
  const [first = '', second, ...more] = (text || DEFAULT_SERVICE_RANGE).split(',');
  const primary = parseIpRange(first);
  if (!primary) throw new ServiceRangeError('service-cluster-ip-range[0] is not a valid cidr');
  if (rangeSize(primary) < SMALLEST_SIZE) {
    const why = `the service cluster IP range must be at least ${SMALLEST_SIZE} IP addresses`;
    throw new ServiceRangeError(`error determining service IP ranges for primary service cidr: ${why}`);
  }
  const secondary = second === undefined ? undefined : parseIpRange(second);
  if (second !== undefined && !secondary) throw new ServiceRangeError('service-cluster-ip-range[1] is not an ip net');
  const problems = [
    ...(more.length > 0 ? [`${FLAG} must not contain more than two entries`] : []),
    ...sizeProblem(primary, FLAG),
    ...(secondary && familyOf(primary) === familyOf(secondary)
      ? [`${FLAG}[0] and ${FLAG}[1] must be of different IP family`]
      : []),
    ...(secondary ? sizeProblem(secondary, `${FLAG}[1]`) : []),
  ];
  if (problems.length > 1) throw new ServiceRangeError(`[${problems.join(', ')}]`);
  if (problems[0] !== undefined) throw new ServiceRangeError(problems[0]);
  return secondary ? [primary, secondary] : [primary];
}

function sizeProblem({ network, prefix }: IpRange, flag: string): string[] {
  const bits = network.version === 4 ? 32 : 128;
  if (bits - prefix <= MAXIMUM_HOST_BITS) return [];
  return [`specified ${flag} is too large; for ${bits}-bit addresses, the mask must be >= ${bits - MAXIMUM_HOST_BITS}`];
}

export const familyOf = ({ network }: IpRange): string => `IPv${network.version}`;

/** Returns the offset, from the network address, of the last address available to services. */
export const lastServiceAddress = (range: IpRange): bigint => {
  const size = rangeSize(range);
  // The last address of an IPv4 network is its broadcast address.
  return range.network.version === 4
    ? size - 2n
    : size < MAXIMUM_IPV6_ADDRESSES
      ? size - 1n
      : MAXIMUM_IPV6_ADDRESSES - 1n;
};

/** Reports whether a service can have the address. */
export function isServiceAddress(range: IpRange, address: IpAddress): boolean {
  const offset = address.value - range.network.value;
  return rangeContains(range, address) && offset > 0n && offset <= lastServiceAddress(range);
}

/**
 * Returns how many addresses at the start of a range are reserved for users who choose an address: a sixteenth of it,
 * from 16 to 256.
 */
export function reservedAddresses(range: IpRange): bigint {
  const size = lastServiceAddress(range) + 1n;
  const share = size / 16n;
  if (size < 16n) return 0n;
  return share < 16n ? 16n : share > 256n ? 256n : share;
}

/** Returns the address of the service `kubernetes`: the first of the primary range. */
export const apiServerAddress = ([primary]: readonly IpRange[]): IpAddress => {
  if (!primary) throw new Error('no cluster IP range');
  return { version: primary.network.version, value: primary.network.value + 1n };
};
