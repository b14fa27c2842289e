import type { Node } from '../../api/kinds/core-v1.generated.ts';
import type { ClusterCIDR } from '../../api/kinds/networking-v1alpha1.generated.ts';
import { matchesNodeSelector } from '../../api/scheduling/node-affinity.ts';
import { type IpRange, ipRangeText, parseIpRange, rangeSize } from '../../api/values/ip-address.ts';

/**
 * Returns ranges of pod addresses for a node from the first ClusterCIDR that selects it and has free ranges of every
 * family; undefined when there is none. ClusterCIDRs that select some nodes come before those that select all.
 * @param used ranges of other nodes
 */
export function rangesFromClusterCidrs(
  node: Node,
  clusterCidrs: readonly ClusterCIDR[],
  used: ReadonlySet<string>,
): readonly string[] | undefined {
  for (const { spec } of clusterCidrs.filter((each) => selects(each, node)).sort(bySelector)) {
    const families = [spec?.ipv4, spec?.ipv6].flatMap((text) => (text ? [parseIpRange(text)] : []));
    const found = families.map((range) => range && freeRange(range, spec?.perNodeHostBits ?? 0, used));
    if (found.length > 0 && found.every((range) => range !== undefined)) return found;
  }
  return undefined;
}

/** Reports whether a ClusterCIDR selects a node. A ClusterCIDR that is being deleted selects none. */
function selects({ metadata, spec }: ClusterCIDR, node: Node): boolean {
  const terms = spec?.nodeSelector?.nodeSelectorTerms ?? [];
  const selectsAll = !spec?.nodeSelector || terms.length === 0;
  return !metadata.deletionTimestamp && (selectsAll || matchesNodeSelector({ nodeSelectorTerms: terms }, node));
}

const bySelector = (a: ClusterCIDR, b: ClusterCIDR): number =>
  Number(!a.spec?.nodeSelector) - Number(!b.spec?.nodeSelector) ||
  ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1);

function freeRange(whole: IpRange, hostBits: number, used: ReadonlySet<string>): string | undefined {
  const { version, value } = whole.network;
  const prefix = (version === 4 ? 32 : 128) - hostBits;
  const size = 1n << BigInt(hostBits);
  const end = value + rangeSize(whole);
  for (let start = value; start + size <= end; start += size) {
    const address = { version, value: start };
    const text = ipRangeText({ address, network: address, prefix });
    if (!used.has(text)) return text;
  }
  return undefined;
}
