import { type Dialect, kubernetesName } from '../../../../api/dialect.ts';
import type { Node } from '../../../../api/kinds/core-v1.generated.ts';
import { parseQuantity, thousandths } from '../../../../api/values/quantity.ts';
import { readyConditionOf } from '../../../nodes/node-health.ts';

export const ZONE_LABEL = kubernetesName('topology.kubernetes.io/zone');

/** Nodes with one of these labels do not count, whatever its value. */
const CONTROL_PLANE_LABELS = [
  kubernetesName('node-role.kubernetes.io/control-plane'),
  kubernetesName('node-role.kubernetes.io/master'),
];

/** Each zone's share of the CPUs of all ready nodes, above 0. */
export type ZoneShares = ReadonlyMap<string, number>;

/**
 * Returns the share of the traffic for each zone. Undefined unless every ready node has a zone and CPUs, and there are
 * at least two zones.
 */
export function zoneShares(nodes: readonly Node[], dialect: Dialect): ZoneShares | undefined {
  const processors = new Map<string, number>();
  let total = 0;
  for (const node of nodes) {
    const part = partOf(node, dialect);
    if (!part) continue;
    const amount = thousandths(parseQuantity(part.cpu));
    if (!part.zone || amount === 0) return undefined;
    processors.set(part.zone, (processors.get(part.zone) ?? 0) + amount);
    total += amount;
  }
  if (processors.size < 2) return undefined;
  return new Map([...processors].sort().map(([zone, amount]) => [zone, amount / total]));
}

/** Reports whether an update of a node may change the shares. */
export function affectsShares(node: Node, previous: Node, dialect: Dialect): boolean {
  const after = partOf(node, dialect);
  const before = partOf(previous, dialect);
  return after?.zone !== before?.zone || after?.cpu !== before?.cpu;
}

/** Returns a node's contribution to its zone; undefined for control plane nodes and nodes that are not ready. */
function partOf(node: Node, dialect: Dialect) {
  const { labels = {} } = node.metadata;
  const isReady = readyConditionOf(node)?.status === 'True';
  if (!isReady || CONTROL_PLANE_LABELS.some((label) => labels[dialect.rename(label)] !== undefined)) return undefined;
  return { zone: labels[dialect.rename(ZONE_LABEL)], cpu: String(node.status?.allocatable?.cpu ?? '0') };
}
