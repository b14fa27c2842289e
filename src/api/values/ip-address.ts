/** An IP address, parsed as the real server does: octets may have leading zeros, zones are rejected. */
export interface IpAddress {
  readonly version: 4 | 6;
  /** The address as an unsigned number of 32 or 128 bits. */
  readonly value: bigint;
}

export interface IpRange {
  /** The address as written, before the slash. */
  readonly address: IpAddress;
  /** The first address of the range. */
  readonly network: IpAddress;
  /** Prefix length in bits. */
  readonly prefix: number;
}

const bits = (version: 4 | 6): number => (version === 4 ? 32 : 128);
const MAPPED_PREFIX = 0xffffn << 32n;

function parseIpv4(text: string): bigint | undefined {
  const octets = text.split('.');
  if (octets.length !== 4) return undefined;
  let value = 0n;
  for (const octet of octets) {
    if (!/^[0-9]+$/.test(octet) || Number(octet) > 255) return undefined;
    value = (value << 8n) | BigInt(Number(octet));
  }
  return value;
}

/** Returns the 16-bit groups on one side of a `::`; a dotted IPv4 address counts as two. */
function groupsOf(text: string): bigint[] | undefined {
  if (text === '') return [];
  const groups: bigint[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (part.includes('.') && index === parts.length - 1) {
      const ipv4 = parseIpv4(part);
      if (ipv4 === undefined) return undefined;
      groups.push(ipv4 >> 16n, ipv4 & 0xffffn);
    } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups.push(BigInt(`0x${part}`));
    else return undefined;
  }
  return groups;
}

function parseIpv6(text: string): bigint | undefined {
  const sides = text.split('::');
  if (sides.length > 2) return undefined;
  const [head, tail] = [groupsOf(sides[0] ?? ''), groupsOf(sides[1] ?? '')];
  if (!head || !tail || (sides.length === 2 && (sides[0] ?? '').includes('.'))) return undefined;
  const missing = 8 - head.length - tail.length;
  if (sides.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const groups = [...head, ...new Array<bigint>(missing).fill(0n), ...tail];
  return groups.reduce((value, group) => (value << 16n) | group, 0n);
}

/** Parses an address; an IPv4-mapped IPv6 address (`::ffff:1.2.3.4`) becomes IPv4. */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (!text.includes(':')) {
    const value = parseIpv4(text);
    return value === undefined ? undefined : { version: 4, value };
  }
  const value = parseIpv6(text);
  if (value === undefined) return undefined;
  return value >> 32n === 0xffffn ? { version: 4, value: value & 0xffffffffn } : { version: 6, value };
}

/** Parses a CIDR range such as `10.0.0.0/8`. */
export function parseIpRange(text: string): IpRange | undefined {
  const slash = text.indexOf('/');
  if (slash < 0) return undefined;
  const [left, right] = [text.slice(0, slash), text.slice(slash + 1)];
  const written = parseIpAddress(left);
  if (!written || !/^[0-9]+$/.test(right)) return undefined;
  const version = left.includes(':') ? 6 : 4;
  const address: IpAddress = version === written.version ? written : { version, value: MAPPED_PREFIX | written.value };
  const prefix = Number(right);
  if (prefix > bits(version)) return undefined;
  const host = BigInt(bits(version) - prefix);
  return { address, network: { version, value: (address.value >> host) << host }, prefix };
}

export const rangeContains = ({ network, prefix }: IpRange, address: IpAddress): boolean => {
  const host = BigInt(bits(network.version) - prefix);
  return network.version === address.version && network.value >> host === address.value >> host;
};

/** Returns the number of addresses in a range. */
export const rangeSize = ({ network, prefix }: IpRange): bigint => 1n << BigInt(bits(network.version) - prefix);

/** Returns the canonical text: dotted IPv4, or IPv6 with the longest run of zero groups shortened to `::`. */
export function ipAddressText({ version, value }: IpAddress): string {
  if (version === 4) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
  const groups = Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - 16 * index)) & 0xffffn).toString(16));
  let [start, length] = [0, 1];
  for (let from = 0; from < 8; from += 1) {
    let end = from;
    while (groups[end] === '0') end += 1;
    if (end - from > length) [start, length] = [from, end - from];
  }
  if (length < 2) return groups.join(':');
  return `${groups.slice(0, start).join(':')}::${groups.slice(start + length).join(':')}`;
}

export const ipRangeText = ({ network, prefix }: IpRange): string => `${ipAddressText(network)}/${prefix}`;

const when = (isWrong: boolean, message: string): string[] => (isWrong ? [message] : []);

export const isValidIp = (value: string): string[] =>
  when(!parseIpAddress(value), 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)');
export const isValidIpv4Address = (value: string): string[] =>
  when(parseIpAddress(value)?.version !== 4, 'must be a valid IPv4 address');
export const isValidIpv6Address = (value: string): string[] =>
  when(parseIpAddress(value)?.version !== 6, 'must be a valid IPv6 address');
export const isValidCidr = (value: string): string[] =>
  when(!parseIpRange(value), 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)');
