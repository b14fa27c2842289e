import type { Random } from '../../api/environment.ts';
import type { NodeInfo } from '../cluster/node-info.ts';
import type { PodInfo } from '../cluster/pod-info.ts';
import { FILTERS, SCORES } from '../plugins/index.ts';
import { chooseNode } from './choose-node.ts';
import type { Diagnosis, NodeRejection } from './fit-error.ts';
import type { NominatedPods } from './nominated-pods.ts';
import type { Cluster } from './plugin.ts';
import { PodFilters } from './pod-filters.ts';

/** Clusters with fewer nodes are searched completely. */
const FEWEST_NODES = 100;

/** No node can take the pod. */
export interface Unschedulable {
  readonly diagnosis: Diagnosis;
  /** Undefined when a filter rejected all nodes at once. */
  readonly filters: PodFilters | undefined;
}

/** `because`: why the node was chosen, as a clause. `problem`: why the nodes could not be checked. */
export type ScheduleResult =
  | { readonly node: NodeInfo; readonly because: string }
  | { readonly problem: string }
  | Unschedulable;

/** Chooses nodes for pods. A search stops when it has found enough nodes, and the next one continues after them. */
export class PodScheduler {
  readonly #cluster: Cluster;
  readonly #nominated: NominatedPods;
  readonly #random: Random;
  #start = 0;

  constructor(cluster: Cluster, nominated: NominatedPods, random: Random) {
    this.#cluster = cluster;
    this.#nominated = nominated;
    this.#random = random;
  }

  schedule(info: PodInfo): ScheduleResult {
    const { cache } = this.#cluster;
    const filters = PodFilters.prepare(info, FILTERS, this.#cluster, this.#nominated);
    if ('reasons' in filters) return { diagnosis: rejectedAtOnce(filters, cache.nodes), filters: undefined };
    const { candidates } = filters;
    if (candidates?.size === 0) return { diagnosis: rejectedAtOnce(filters.contradiction, cache.nodes), filters };
    const nominee = cache.node(info.pod.status?.nominatedNodeName ?? '');
    if (nominee && !filters.check(nominee)) return { node: nominee, because: 'room was made on it by preemption' };
    const absent = [...(candidates ?? [])].find((name) => !cache.node(name));
    if (absent !== undefined) return { problem: `nodeinfo not found for node name ${JSON.stringify(absent)}` };
    const { feasible, rejections } = this.#findNodes(filters);
    const node = chooseNode(info, feasible, SCORES, this.#cluster, this.#random);
    if (node) return { node, because: choiceText(feasible.length, rejections.size) };
    const plugins = new Set([...rejections.values()].map(({ plugin = '' }) => plugin));
    return { diagnosis: { rejections, plugins }, filters };
  }

  #findNodes(filters: PodFilters) {
    const { candidates } = filters;
    const { nodes: all } = this.#cluster.cache;
    const nodes = candidates ? [...candidates].flatMap((name) => this.#cluster.cache.node(name) ?? []) : all;
    const wanted = feasibleNodesToFind(nodes.length);
    const feasible: NodeInfo[] = [];
    const rejections = new Map<string, NodeRejection>();
    for (let index = 0; index < nodes.length && feasible.length < wanted; index++) {
      const node = nodes[(this.#start + index) % nodes.length];
      if (!node) break;
      const rejection = filters.check(node);
      if (rejection) rejections.set(node.name, rejection);
      else feasible.push(node);
    }
    if (nodes.length > 0) this.#start = (this.#start + feasible.length + rejections.size) % nodes.length;
    return { feasible, rejections };
  }
}

function choiceText(fitting: number, rejected: number): string {
  const fit = `${fitting} of ${fitting + rejected} checked nodes ${fitting === 1 ? 'fits' : 'fit'} the pod`;
  return fitting === 1 ? fit : `${fit}, and none has a higher score`;
}

function rejectedAtOnce(rejection: NodeRejection, nodes: readonly NodeInfo[]): Diagnosis {
  return {
    rejections: new Map(nodes.map(({ name }) => [name, rejection])),
    problem: rejection.reasons.join(', '),
    plugins: new Set(rejection.plugin === undefined ? [] : [rejection.plugin]),
  };
}

/** Returns how many feasible nodes are enough: half of a large cluster, fewer in larger ones, at least five percent. */
function feasibleNodesToFind(count: number): number {
  if (count < FEWEST_NODES) return count;
  const percentage = Math.max(50 - Math.floor(count / 125), 5);
  return Math.max(Math.floor((count * percentage) / 100), FEWEST_NODES);
}
