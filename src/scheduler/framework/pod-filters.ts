import type { NodeInfo } from '../cluster/node-info.ts';
import type { PodInfo } from '../cluster/pod-info.ts';
import type { NodeRejection } from './fit-error.ts';
import type { NominatedPods } from './nominated-pods.ts';
import { type Cluster, type FilterPlugin, type NodeFilter, type Rejection, rejection } from './plugin.ts';

interface NamedFilter {
  readonly plugin: string;
  readonly filter: NodeFilter;
}

/** The filters of one pod. */
export class PodFilters {
  readonly #info: PodInfo;
  readonly #filters: readonly NamedFilter[];
  readonly #nominated: NominatedPods;

  constructor(info: PodInfo, filters: readonly NamedFilter[], nominated: NominatedPods) {
    this.#info = info;
    this.#filters = filters;
    this.#nominated = nominated;
  }

  /** Prepares the filters for a pod, or returns the rejection of all nodes by one of them. */
  static prepare(
    info: PodInfo,
    plugins: readonly FilterPlugin[],
    cluster: Cluster,
    nominated: NominatedPods,
  ): PodFilters | NodeRejection {
    const filters: NamedFilter[] = [];
    for (const { name, prepare } of plugins) {
      const filter = prepare(info, cluster);
      if (!filter) continue;
      if ('reasons' in filter) return { ...filter, plugin: name };
      filters.push({ plugin: name, filter });
    }
    return new PodFilters(info, filters, nominated);
  }

  /** The names of the only nodes worth checking; undefined for all. */
  get candidates(): ReadonlySet<string> | undefined {
    let names: ReadonlySet<string> | undefined;
    for (const { filter } of this.#filters) names = intersection(names, filter.candidates);
    return names;
  }

  /** The rejection of all nodes by filters whose candidates have no node in common. */
  get contradiction(): Rejection {
    const plugins = this.#filters.filter(({ filter }) => filter.candidates).map(({ plugin }) => plugin);
    return rejection(
      plugins.length === 1
        ? `node(s) didn't satisfy plugin ${plugins[0]}`
        : `node(s) didn't satisfy plugin(s) [${plugins.join(' ')}] simultaneously`,
    );
  }

  /** Returns a copy that can account for added and removed pods without changing this one. */
  fork(): PodFilters {
    const filters = this.#filters.map(({ plugin, filter }) => ({ plugin, filter: filter.fork?.() ?? filter }));
    return new PodFilters(this.#info, filters, this.#nominated);
  }

  /** Accounts for a pod that is added to, or removed from, a forked node. */
  update(info: PodInfo, node: NodeInfo, change: 1 | -1): void {
    if (change === 1) node.addPod(info);
    else node.removePod(info.uid);
    for (const { filter } of this.#filters) filter.update?.(info, node, change);
  }

  /**
   * Returns why a node cannot take the pod. The pod must fit both with and without the more important pods that are
   * nominated for the node, because those may end up elsewhere.
   */
  check(node: NodeInfo): NodeRejection | undefined {
    if (this.#nominated.isEmpty) return this.#check(node);
    const nominated = this.#nominated
      .on(node.name)
      .filter(({ uid, priority }) => uid !== this.#info.uid && priority >= this.#info.priority);
    if (nominated.length === 0) return this.#check(node);
    const forked = this.fork();
    const forkedNode = node.fork();
    for (const info of nominated) forked.update(info, forkedNode, 1);
    return forked.#check(forkedNode) ?? this.#check(node);
  }

  #check(node: NodeInfo): NodeRejection | undefined {
    for (const { plugin, filter } of this.#filters) {
      const rejection = filter.check(node);
      if (rejection) return { ...rejection, plugin };
    }
    return undefined;
  }
}

function intersection(a: ReadonlySet<string> | undefined, b: ReadonlySet<string> | undefined) {
  return a && b ? new Set([...a].filter((name) => b.has(name))) : (a ?? b);
}
