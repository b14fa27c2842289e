import { type Dialect, kubernetesName } from '../../../../api/dialect.ts';
import type { Node } from '../../../../api/kinds/core-v1.generated.ts';
import { parseQuantity, thousandths } from '../../../../api/values/quantity.ts';
import { readyConditionOf } from '../../../nodes/node-health.ts';

export const ZONE_LABEL = kubernetesName('topology.kubernetes.io/zone');

/** Nodes with one of these labels, whatever its value, do not count. */
const CONTROL_PLANE_LABELS = [
  kubernetesName('node-role.kubernetes.io/control-plane'),
  kubernetesName('node-role.kubernetes.io/master'),
];

/** By name of a zone: its share of the processors of all ready nodes, above 0. */
export type ZoneShares = ReadonlyMap<string, number>;

/**
 * Returns what share of the traffic each zone should take. Undefined unless every ready node has a zone and processors,
 * and there are two zones or more.
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

/** Whether two versions of a node may lead to different shares. */
export function affectsShares(node: Node, previous: Node, dialect: Dialect): boolean {
  const after = partOf(node, dialect);
  const before = partOf(previous, dialect);
  return after?.zone !== before?.zone || after?.cpu !== before?.cpu;
}

/** Returns what a node adds to its zone; undefined for nodes of the control plane and those that are not ready. */
function partOf(node: Node, dialect: Dialect) {
  const { labels = {} } = node.metadata;
  const isReady = readyConditionOf(node)?.status === 'True';
  if (!isReady || CONTROL_PLANE_LABELS.some((label) => labels[dialect.rename(label)] !== undefined)) return undefined;
  return { zone: labels[dialect.rename(ZONE_LABEL)], cpu: String(node.status?.allocatable?.cpu ?? '0') };
}
