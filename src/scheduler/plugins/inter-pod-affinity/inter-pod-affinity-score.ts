import { type AffinityTerm, termMatches } from '../../cluster/affinity-term.ts';
import type { NodeInfo } from '../../cluster/node-info.ts';
import type { PodInfo } from '../../cluster/pod-info.ts';
import { type Cluster, MAXIMUM_SCORE, type ScorePlugin } from '../../framework/plugin.ts';
import { TopologyCounts } from './topology-counts.ts';

/** Weight of required affinity that pods on nodes have to the pod. */
const REQUIRED_WEIGHT = 1;

/** Prefers nodes by preferred affinity and anti-affinity, of the pod and of the pods on nodes. */
export const interPodAffinityScore: ScorePlugin = {
  name: 'InterPodAffinity',
  weight: 2,
  score(info, nodes, cluster) {
    const hasPreferences = info.preferredAffinity.length + info.preferredAntiAffinity.length > 0;
    const weights = new TopologyCounts();
    for (const node of hasPreferences ? cluster.cache.nodes : cluster.cache.nodesWithAffinity) {
      if (!node.node) continue;
      for (const existing of hasPreferences ? node.pods.values() : node.podsWithAffinity)
        addWeights(weights, info, existing, node, cluster);
    }
    if (weights.isEmpty) return undefined;
    const keys = [...weights.keys()];
    return spreadScores(
      nodes.map(({ labels }) => keys.reduce((sum, key) => sum + weights.get(key, labels[key] ?? ''), 0)),
    );
  },
};

function addWeights(
  weights: TopologyCounts,
  info: PodInfo,
  existing: PodInfo,
  { labels }: NodeInfo,
  { namespaceLabels }: Cluster,
): void {
  const add = (term: AffinityTerm, pod: PodInfo['pod'], weight: number): void => {
    if (termMatches(term, pod, namespaceLabels)) weights.add(term.topologyKey, labels, weight);
  };
  for (const { term, weight } of info.preferredAffinity) add(term, existing.pod, weight);
  for (const { term, weight } of info.preferredAntiAffinity) add(term, existing.pod, -weight);
  for (const term of existing.requiredAffinity) add(term, info.pod, REQUIRED_WEIGHT);
  for (const { term, weight } of existing.preferredAffinity) add(term, info.pod, weight);
  for (const { term, weight } of existing.preferredAntiAffinity) add(term, info.pod, -weight);
}

/** Scales scores to the whole range: the lowest becomes 0, the highest 100. */
function spreadScores(scores: readonly number[]): number[] {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const score of scores) {
    lowest = Math.min(lowest, score);
    highest = Math.max(highest, score);
  }
  const difference = highest - lowest;
  return scores.map((score) => (difference > 0 ? Math.floor((MAXIMUM_SCORE * (score - lowest)) / difference) : 0));
}
