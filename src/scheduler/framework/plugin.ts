import type { Dialect } from '../../api/dialect.ts';
import type { NamespaceLabels } from '../cluster/affinity-term.ts';
import type { ClusterCache } from '../cluster/cluster-cache.ts';
import type { NodeInfo } from '../cluster/node-info.ts';
import type { OwnerSelectors } from '../cluster/owner-selectors.ts';
import type { PodInfo } from '../cluster/pod-info.ts';
import type { VolumeObjects } from '../cluster/volume-objects.ts';

/** The state of the cluster that plugins read. */
export interface Cluster {
  readonly dialect: Dialect;
  readonly cache: ClusterCache;
  readonly namespaceLabels: NamespaceLabels;
  readonly volumes: VolumeObjects;
  readonly owners: OwnerSelectors;
}

/** Why a node, or all nodes, cannot take a pod. */
export interface Rejection {
  readonly reasons: readonly string[];
  /** Whether the pod might fit if other pods were removed from the node. */
  readonly canPreemptionHelp: boolean;
}

export const rejection = (...reasons: string[]): Rejection => ({ reasons, canPreemptionHelp: true });
export const finalRejection = (...reasons: string[]): Rejection => ({ reasons, canPreemptionHelp: false });

/** Checks nodes for one pod. */
export interface NodeFilter {
  /** Returns why a node cannot take the pod; undefined when it can. */
  check(node: NodeInfo): Rejection | undefined;
  /** The only nodes worth checking; undefined for all. */
  readonly candidates?: ReadonlySet<string> | undefined;
  /** Returns an independent copy; filters without it do not depend on the pods of other nodes. */
  fork?(): NodeFilter;
  /** Accounts for a pod that is added to, or removed from, a node before that node is checked. */
  update?(info: PodInfo, node: NodeInfo, change: 1 | -1): void;
}

/**
 * Prepares a filter once for each pod. Returns a rejection of all nodes, or undefined when there is nothing to check.
 */
export interface FilterPlugin {
  readonly name: string;
  prepare(info: PodInfo, cluster: Cluster): NodeFilter | Rejection | undefined;
}

/** Scores the nodes that passed all filters. */
export interface ScorePlugin {
  readonly name: string;
  readonly weight: number;
  /** Returns scores from 0 to 100, in the order of the nodes; undefined when it has no preference for the pod. */
  score(info: PodInfo, nodes: readonly NodeInfo[], cluster: Cluster): ArrayLike<number> | undefined;
}

export const MAXIMUM_SCORE = 100;

/** Scales scores in place so that the highest, or the lowest if `isReversed`, becomes 100. */
export function scaleScores(scores: number[], isReversed: boolean): number[] {
  let highest = 0;
  for (const score of scores) if (score > highest) highest = score;
  for (let index = 0; index < scores.length; index++) {
    const score = highest === 0 ? 0 : Math.floor((MAXIMUM_SCORE * (scores[index] ?? 0)) / highest);
    scores[index] = isReversed ? MAXIMUM_SCORE - score : score;
  }
  return scores;
}
