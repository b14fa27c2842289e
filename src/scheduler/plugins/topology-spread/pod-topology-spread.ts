import { countsAsMatch } from '../../cluster/matching-pods.ts';
import type { NodeInfo } from '../../cluster/node-info.ts';
import type { PodInfo } from '../../cluster/pod-info.ts';
import { type FilterPlugin, finalRejection, type NodeFilter, rejection } from '../../framework/plugin.ts';
import {
  hasAllKeys,
  isNodeIncluded,
  type SpreadConstraint,
  spreadConstraintsOf,
  spreadCounts,
} from './spread-constraint.ts';

const CONSTRAINTS = rejection("node(s) didn't match pod topology spread constraints");
const MISSING_LABEL = finalRejection("node(s) didn't match pod topology spread constraints (missing required label)");

/**
 * Rejects nodes in domains where the pod would exceed the maximum skew over the domain with the fewest matching pods.
 */
export const podTopologySpread: FilterPlugin = {
  name: 'PodTopologySpread',
  prepare(info, { cache }) {
    const constraints = spreadConstraintsOf(info.pod, 'DoNotSchedule');
    if (constraints.length === 0) return undefined;
    const nodes = cache.nodes.filter((node) => hasAllKeys(node, constraints));
    const domains = constraints.map((constraint) => {
      const counts = spreadCounts(cache, info.pod, constraint);
      const domain = new Domains();
      for (const node of nodes)
        if (isNodeIncluded(constraint, info.pod, node))
          domain.add(node.labels[constraint.topologyKey] ?? '', counts.get(node) ?? 0);
      return domain;
    });
    return new SpreadFilter(info, constraints, domains);
  },
};

/** Numbers of matching pods by the value of a topology key. */
class Domains {
  readonly #counts = new Map<string, number>();
  #lowest: number | undefined;

  add(value: string, count: number): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + count);
    this.#lowest = undefined;
  }

  get(value: string): number {
    return this.#counts.get(value) ?? 0;
  }

  /** The lowest count; zero when there are fewer domains than the minimum. */
  lowest(minimumDomains: number): number {
    if (this.#counts.size < minimumDomains) return 0;
    this.#lowest ??= Math.min(...this.#counts.values());
    return this.#lowest;
  }

  copy(): Domains {
    const copy = new Domains();
    for (const [value, count] of this.#counts) copy.add(value, count);
    return copy;
  }
}

class SpreadFilter implements NodeFilter {
  readonly #info: PodInfo;
  readonly #constraints: readonly SpreadConstraint[];
  readonly #domains: readonly Domains[];

  constructor(info: PodInfo, constraints: readonly SpreadConstraint[], domains: readonly Domains[]) {
    this.#info = info;
    this.#constraints = constraints;
    this.#domains = domains;
  }

  check({ labels }: NodeInfo) {
    for (const [index, { topologyKey, selector, maxSkew, minDomains }] of this.#constraints.entries()) {
      const value = labels[topologyKey];
      if (value === undefined) return MISSING_LABEL;
      const domains = this.#domains[index];
      if (!domains) continue;
      const own = selector.matches(this.#info.pod.metadata.labels) ? 1 : 0;
      if (domains.get(value) + own - domains.lowest(minDomains) > maxSkew) return CONSTRAINTS;
    }
    return undefined;
  }

  fork(): NodeFilter {
    return new SpreadFilter(
      this.#info,
      this.#constraints,
      this.#domains.map((domains) => domains.copy()),
    );
  }

  update(existing: PodInfo, node: NodeInfo, change: 1 | -1): void {
    const { pod } = this.#info;
    if (!hasAllKeys(node, this.#constraints)) return;
    for (const [index, constraint] of this.#constraints.entries()) {
      if (!countsAsMatch(existing, pod.metadata.namespace ?? '', constraint.selector)) continue;
      if (isNodeIncluded(constraint, pod, node))
        this.#domains[index]?.add(node.labels[constraint.topologyKey] ?? '', change);
    }
  }
}
