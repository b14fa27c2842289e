import { kubernetesName } from '../../../api/dialect.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { HOSTNAME_LABEL } from '../../../api/kubernetes-names.ts';
import type { CountsByNode } from '../../cluster/matching-pods.ts';
import type { NodeInfo } from '../../cluster/node-info.ts';
import type { TopologyDomains } from '../../cluster/topology-domains.ts';
import { type Cluster, MAXIMUM_SCORE, type ScorePlugin } from '../../framework/plugin.ts';
import {
  hasAllKeys,
  isNodeIncluded,
  type SpreadConstraint,
  spreadConstraintsOf,
  spreadCounts,
} from './spread-constraint.ts';

const ZONE_LABEL = kubernetesName('topology.kubernetes.io/zone');

/** Marks nodes without the topology keys, which get no score. */
const IGNORED = -1;

/**
 * Prefers domains with few matching pods. Pods without constraints are spread over hosts and zones, together with the
 * other pods of their services and controllers.
 */
export const podTopologySpreadScore: ScorePlugin = {
  name: 'PodTopologySpread',
  weight: 2,
  score({ pod }, nodes, cluster) {
    const hasOwn = (pod.spec?.topologySpreadConstraints ?? []).length > 0;
    const constraints = hasOwn ? spreadConstraintsOf(pod, 'ScheduleAnyway') : defaultConstraints(pod, cluster);
    if (constraints.length === 0) return undefined;
    const isIgnored = (node: NodeInfo): boolean => hasOwn && !hasAllKeys(node, constraints);
    const counted = hasOwn ? nodes.filter((node) => !isIgnored(node)) : nodes;
    const sums = new Float64Array(nodes.length);
    for (const constraint of constraints) addScores(sums, nodes, constraint, { pod, counted, cluster, isIgnored });
    if (hasOwn) for (const [index, node] of nodes.entries()) if (isIgnored(node)) sums[index] = IGNORED;
    return invert(sums);
  },
};

function defaultConstraints(pod: Pod, { dialect, owners }: Cluster): SpreadConstraint[] {
  const selector = owners.selectorOf(pod);
  if (!selector) return [];
  const constraint = (topologyKey: string, maxSkew: number): SpreadConstraint => ({
    selector,
    minDomains: 1,
    honorsAffinity: true,
    honorsTaints: false,
    topologyKey,
    maxSkew,
  });
  return [constraint(dialect.rename(HOSTNAME_LABEL), 3), constraint(dialect.rename(ZONE_LABEL), 5)];
}

interface ScoreInput {
  readonly pod: Pod;
  readonly counted: readonly NodeInfo[];
  readonly cluster: Cluster;
  isIgnored(node: NodeInfo): boolean;
}

/** Adds the score of each node for one constraint to its sum. Each host is a separate domain. */
function addScores(
  sums: Float64Array,
  nodes: readonly NodeInfo[],
  constraint: SpreadConstraint,
  input: ScoreInput,
): void {
  const { topologyKey, maxSkew } = constraint;
  const { pod, counted, cluster } = input;
  const domains = cluster.cache.domainsOf(topologyKey);
  if (!domains) return;
  const counts = spreadCounts(cluster.cache, pod, constraint);
  const isHost = topologyKey === cluster.dialect.rename(HOSTNAME_LABEL);
  const totals = isHost ? hostTotals(counts, input) : domainTotals(domains, constraint, counts, input);
  const weight = Math.log((isHost ? counted.length : totals.filter(isCounted).length) + 2);
  let index = 0;
  for (const { position } of nodes) {
    const count = totals[isHost ? position : (domains.numbers[position] ?? -1)] ?? 0;
    if (domains.isLabeled[position] === 1) sums[index] = (sums[index] ?? 0) + count * weight + (maxSkew - 1);
    index += 1;
  }
}

/** Returns the numbers of matching pods by the position of their node. */
function hostTotals(counts: CountsByNode, { cluster: { cache } }: ScoreInput): Int32Array {
  const totals = new Int32Array(cache.nodes.length);
  for (const [{ node, position }, count] of counts) if (node) totals[position] = count;
  return totals;
}

/** Returns the numbers of matching pods by domain; -1 for domains without a node that is scored. */
function domainTotals(
  { numbers, size }: TopologyDomains,
  constraint: SpreadConstraint,
  counts: CountsByNode,
  { pod, counted, isIgnored }: ScoreInput,
): Int32Array {
  const totals = new Int32Array(size).fill(-1);
  for (const { position } of counted) totals[numbers[position] ?? -1] = 0;
  for (const [node, count] of counts) {
    if (!node.node || isIgnored(node) || !isNodeIncluded(constraint, pod, node)) continue;
    const domain = numbers[node.position] ?? -1;
    const total = totals[domain] ?? -1;
    if (isCounted(total)) totals[domain] = total + count;
  }
  return totals;
}

const isCounted = (total: number): boolean => total >= 0;

/** Rounds the sums in place and inverts them: the lowest gets the highest score. */
function invert(sums: Float64Array): Float64Array {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = 0;
  for (const sum of sums) {
    if (sum === IGNORED) continue;
    if (sum > highest) highest = sum;
    if (sum < lowest) lowest = sum;
  }
  highest = Math.round(highest);
  lowest = Math.round(lowest);
  // Most nodes have the same sum, so the last score is reused.
  let last = Number.NaN;
  let score = 0;
  for (let index = 0; index < sums.length; index++) {
    const sum = sums[index] ?? IGNORED;
    if (sum !== last) score = scoreOf(sum, lowest, highest);
    last = sum;
    sums[index] = score;
  }
  return sums;
}

function scoreOf(sum: number, lowest: number, highest: number): number {
  if (sum === IGNORED) return 0;
  return highest === 0 ? MAXIMUM_SCORE : Math.floor((MAXIMUM_SCORE * (highest + lowest - Math.round(sum))) / highest);
}
