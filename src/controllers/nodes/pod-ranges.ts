import { type IpRange, ipRangeText, parseIpRange, rangeContains, rangeSize } from '../../api/values/ip-address.ts';
import type { ControllerFlags } from '../flags/controller-flags.ts';

/** The addresses of all pods, separate from those of services: enough for 16,384 nodes. */
const CLUSTER_RANGE = '10.128.0.0/10';
const PREFIXES = { 4: 24, 6: 64 } as const;
/** Maximum number of bits of an IPv6 range that number its nodes. */
const MOST_BITS = 16;

/** Flags of ranges are inconsistent. */
export class RangeFlagError extends Error {}

type RangeFlags = Pick<
  ControllerFlags,
  | 'cluster-cidr'
  | 'service-cluster-ip-range'
  | 'node-cidr-mask-size'
  | 'node-cidr-mask-size-ipv4'
  | 'node-cidr-mask-size-ipv6'
>;

/** Returns the ranges from which nodes are assigned theirs: one, or one of each family. @throws RangeFlagError */
export function podRangesOf(flags: RangeFlags): PodRanges[] {
  const clusters = rangesOf('cluster-cidr', flags['cluster-cidr'] || CLUSTER_RANGE);
  if (clusters.length > 2)
    throw new RangeFlagError(`length of clusterCIDRs is:${clusters.length} more than max allowed of 2`);
  if (clusters.length === 2 && clusters[0]?.network.version === clusters[1]?.network.version)
    throw new RangeFlagError(
      `len of ClusterCIDRs==${clusters.length} and they are not configured as dual stack (at least one from each IPFamily`,
    );
  const services = rangesOf('service-cluster-ip-range', flags['service-cluster-ip-range']);
  return clusters.map((cluster) => {
    const prefix = prefixFor(cluster, clusters.length > 1, flags);
    const ranges = new PodRanges(ipRangeText(cluster), prefix);
    for (const service of services) ranges.exclude(service);
    return ranges;
  });
}

function rangesOf(name: string, text: string): IpRange[] {
  const texts = text.split(',').filter((range) => range.trim() !== '');
  return texts.map((range) => {
    const parsed = parseIpRange(range.trim());
    if (!parsed) throw new RangeFlagError(`--${name}: invalid CIDR address: ${range.trim()}`);
    return parsed;
  });
}

function prefixFor({ network: { version }, prefix }: IpRange, isDualStack: boolean, flags: RangeFlags): number {
  const { 'node-cidr-mask-size': common } = flags;
  const own = { 4: flags['node-cidr-mask-size-ipv4'], 6: flags['node-cidr-mask-size-ipv6'] };
  const other = version === 4 ? 6 : 4;
  if (isDualStack && common !== 0)
    throw new RangeFlagError('usage of --node-cidr-mask-size is not allowed with dual-stack clusters');
  if (!isDualStack && common !== 0 && (own[4] !== 0 || own[6] !== 0))
    throw new RangeFlagError(
      'usage of --node-cidr-mask-size-ipv4 and --node-cidr-mask-size-ipv6 is not allowed if --node-cidr-mask-size is set. For dual-stack clusters please unset it and use IPFamily specific flags',
    );
  if (!isDualStack && own[other] !== 0)
    throw new RangeFlagError(
      `usage of --node-cidr-mask-size-ipv${other} is not allowed for a single-stack IPv${version} cluster`,
    );
  const chosen = common || own[version] || PREFIXES[version];
  if (prefix > chosen || chosen > (version === 4 ? 32 : 128))
    throw new RangeFlagError(
      'Controller: Invalid --cluster-cidr, mask size of cluster CIDR must be less than or equal to --node-cidr-mask-size configured for CIDR family',
    );
  if (version === 6 && chosen - prefix > MOST_BITS)
    throw new RangeFlagError('New CIDR set failed; the node CIDR size is too big');
  return chosen;
}

/** Divides a range of addresses into equal ranges for nodes. */
export class PodRanges {
  readonly #whole: IpRange;
  readonly #count: number;
  readonly #prefix: number;
  /** Number of addresses in a node's range. */
  readonly #size: bigint;
  /** Indexes of ranges by node. */
  readonly #indexes = new Map<string, number>();
  readonly #used = new Set<number>();
  #next = 0;

  /** @throws Error when `range` is not an address range */
  constructor(range: string, prefix: number) {
    const parsed = parseIpRange(range);
    if (!parsed) throw new Error(`${range} is not a range of addresses`);
    this.#whole = parsed;
    this.#prefix = prefix;
    this.#count = 2 ** (prefix - parsed.prefix);
    this.#size = rangeSize({ ...parsed, prefix });
  }

  /** Records the ranges that a node has. */
  occupy(node: string, ranges: readonly string[]): void {
    for (const range of ranges) {
      const parsed = parseIpRange(range);
      if (!parsed || !rangeContains(this.#whole, parsed.network)) continue;
      const index = this.#indexOf(parsed.network.value);
      if (this.#indexes.get(node) !== index) this.#assign(node, index);
    }
  }

  /** Reserves the part of the range that overlaps another one, such as that of services. */
  exclude(other: IpRange): void {
    const { network, prefix } = other;
    const isInside = rangeContains(this.#whole, network);
    if (!isInside && !rangeContains(other, this.#whole.network)) return;
    const first = isInside ? this.#indexOf(network.value) : 0;
    const last = prefix <= this.#whole.prefix ? this.#count - 1 : this.#indexOf(network.value + rangeSize(other) - 1n);
    for (let index = first; index <= last; index++) this.#used.add(index);
  }

  /** Returns a free range for a node, or its previously assigned one; undefined when none is free. */
  allocate(node: string): string | undefined {
    const known = this.#indexes.get(node);
    if (known !== undefined) return this.#textOf(known);
    for (let tries = 0; tries < this.#count; tries++) {
      const index = this.#next;
      this.#next = (this.#next + 1) % this.#count;
      if (this.#used.has(index)) continue;
      this.#assign(node, index);
      return this.#textOf(index);
    }
    return undefined;
  }

  release(node: string): void {
    const index = this.#indexes.get(node);
    if (index === undefined) return;
    this.#indexes.delete(node);
    this.#used.delete(index);
  }

  #indexOf(value: bigint): number {
    return Number((value - this.#whole.network.value) / this.#size);
  }

  #assign(node: string, index: number): void {
    this.release(node);
    this.#indexes.set(node, index);
    this.#used.add(index);
  }

  #textOf(index: number): string {
    const { version, value } = this.#whole.network;
    const address = { version, value: value + BigInt(index) * this.#size };
    return ipRangeText({ address, network: address, prefix: this.#prefix });
  }
}
