import { kubernetesName } from '../../../api/dialect.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { HOSTNAME_LABEL } from '../../../api/kubernetes-names.ts';
import type { CountsByNode } from '../../cluster/matching-pods.ts';
import type { NodeInfo } from '../../cluster/node-info.ts';
import { type Cluster, MAXIMUM_SCORE, type ScorePlugin } from '../../framework/plugin.ts';
import { hasAllKeys, isNodeIncluded, type SpreadConstraint, spreadConstraintsOf } from './spread-constraint.ts';

const ZONE_LABEL = kubernetesName('topology.kubernetes.io/zone');

/** Mark of nodes without the topology keys, which get no score. */
const IGNORED = -1;

/**
 * Prefers domains with few matching pods. Pods without constraints of their own are spread over hosts and zones together
 * with the other pods of their services and controllers.
 */
export const podTopologySpreadScore: ScorePlugin = {
  name: 'PodTopologySpread',
  weight: 2,
  prepare({ pod }, nodes, cluster) {
    const hasOwn = (pod.spec?.topologySpreadConstraints ?? []).length > 0;
    const constraints = hasOwn ? spreadConstraintsOf(pod, 'ScheduleAnyway') : defaultConstraints(pod, cluster);
    if (constraints.length === 0) return undefined;
    const isIgnored = (node: NodeInfo): boolean => hasOwn && !hasAllKeys(node, constraints);
    const counted = hasOwn ? nodes.filter((node) => !isIgnored(node)) : nodes;
    const scores = constraints
      .filter(({ topologyKey }) => counted.some(({ labels }) => labels[topologyKey] !== undefined))
      .map((constraint) => scoreOf(constraint, { pod, counted, cluster, isIgnored }));
    return {
      score(node) {
        if (isIgnored(node)) return IGNORED;
        let sum = 0;
        for (const score of scores) sum += score(node);
        return Math.round(sum);
      },
      normalize: invertScores,
    };
  },
};

function defaultConstraints(pod: Pod, { dialect, owners }: Cluster): SpreadConstraint[] {
  const selector = owners.selectorOf(pod);
  if (!selector) return [];
  const common = { selector, minDomains: 1, honorsAffinity: true, honorsTaints: false };
  return [
    { ...common, topologyKey: dialect.rename(HOSTNAME_LABEL), maxSkew: 3 },
    { ...common, topologyKey: dialect.rename(ZONE_LABEL), maxSkew: 5 },
  ];
}

interface ScoreInput {
  readonly pod: Pod;
  readonly counted: readonly NodeInfo[];
  readonly cluster: Cluster;
  isIgnored(node: NodeInfo): boolean;
}

/** Returns what one constraint adds to the score of a node. A host is a domain of its own. */
function scoreOf(constraint: SpreadConstraint, input: ScoreInput): (node: NodeInfo) => number {
  const { topologyKey, selector, maxSkew } = constraint;
  const { pod, counted, cluster } = input;
  const counts = cluster.cache.matching.countsOf(pod.metadata.namespace ?? '', selector, cluster.cache.nodes);
  const isHost = topologyKey === cluster.dialect.rename(HOSTNAME_LABEL);
  const domains = isHost ? undefined : domainCounts(constraint, counts, input);
  const weight = Math.log((domains ? domains.size : counted.length) + 2);
  return ({ labels, name }) => {
    const value = labels[topologyKey];
    if (value === undefined) return 0;
    const count = (domains ? domains.get(value) : counts.get(name)) ?? 0;
    return count * weight + (maxSkew - 1);
  };
}

/** Counts matching pods by domain, for the domains of the nodes that are scored. */
function domainCounts(constraint: SpreadConstraint, counts: CountsByNode, input: ScoreInput): Map<string, number> {
  const { pod, counted, cluster, isIgnored } = input;
  const domainOf = ({ labels }: NodeInfo): string => labels[constraint.topologyKey] ?? '';
  const domains = new Map(counted.map((node) => [domainOf(node), 0]));
  for (const [name, count] of counts) {
    const node = cluster.cache.node(name);
    if (!node || isIgnored(node) || !isNodeIncluded(constraint, pod, node)) continue;
    const known = domains.get(domainOf(node));
    if (known !== undefined) domains.set(domainOf(node), known + count);
  }
  return domains;
}

/** Gives the lowest sum the highest score. */
function invertScores(scores: number[]): void {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];
  for (const sum of scores) {
    if (sum === IGNORED) continue;
    if (sum > highest) highest = sum;
    if (sum < lowest) lowest = sum;
  }
  for (let index = 0; index < scores.length; index++) {
    const sum = scores[index] ?? IGNORED;
    if (sum === IGNORED) scores[index] = 0;
    else
      scores[index] = highest === 0 ? MAXIMUM_SCORE : Math.floor((MAXIMUM_SCORE * (highest + lowest - sum)) / highest);
  }
}
