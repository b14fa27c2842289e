import type { Random } from '../../api/environment.ts';
import type { NodeInfo } from '../cluster/node-info.ts';
import type { PodInfo } from '../cluster/pod-info.ts';
import type { Cluster, ScorePlugin } from './plugin.ts';

/** Returns the node with the highest score, a random one if there are several. */
export function chooseNode(
  info: PodInfo,
  nodes: readonly NodeInfo[],
  plugins: readonly ScorePlugin[],
  cluster: Cluster,
  random: Random,
): NodeInfo | undefined {
  if (nodes.length <= 1) return nodes[0];
  const totals = new Float64Array(nodes.length);
  for (const plugin of plugins) {
    const scores = plugin.score(info, nodes, cluster);
    if (scores) addScores(totals, scores, plugin.weight);
  }
  return nodes[indexOfHighest(totals, random)];
}

function addScores(totals: Float64Array, scores: ArrayLike<number>, weight: number): void {
  for (let index = 0; index < totals.length; index++)
    totals[index] = (totals[index] ?? 0) + weight * (scores[index] ?? 0);
}

function indexOfHighest(totals: Float64Array, random: Random): number {
  let highest = Number.NEGATIVE_INFINITY;
  let equal: number[] = [];
  for (let index = 0; index < totals.length; index++) {
    const total = totals[index] ?? 0;
    if (total > highest) {
      highest = total;
      equal = [index];
    } else if (total === highest) equal.push(index);
  }
  return equal[randomIndex(random, equal.length)] ?? 0;
}

/** Returns a random index of a list. */
export function randomIndex(random: Random, length: number): number {
  if (length <= 1) return 0;
  const [a = 0, b = 0, c = 0] = random.bytes(3);
  return ((a << 16) | (b << 8) | c) % length;
}
