import { type AffinityTerm, type NamespaceLabels, termMatches } from '../../cluster/affinity-term.ts';
import type { NodeInfo } from '../../cluster/node-info.ts';
import type { PodInfo } from '../../cluster/pod-info.ts';
import { type Cluster, type FilterPlugin, finalRejection, type NodeFilter, rejection } from '../../framework/plugin.ts';
import { TopologyCounts } from './topology-counts.ts';

const AFFINITY = finalRejection("node(s) didn't match pod affinity rules");
const ANTI_AFFINITY = rejection("node(s) didn't match pod anti-affinity rules");
const EXISTING_ANTI_AFFINITY = rejection("node(s) didn't satisfy existing pods anti-affinity rules");

/** Rejects nodes that violate required affinity or anti-affinity of the pod or of pods on nodes. */
export const interPodAffinity: FilterPlugin = {
  name: 'InterPodAffinity',
  prepare(info, { cache, namespaceLabels }) {
    const filter = new InterPodAffinityFilter(info, namespaceLabels);
    const ownTerms = info.requiredAffinity.length + info.requiredAntiAffinity.length;
    for (const node of ownTerms > 0 ? cache.nodes : cache.nodesWithAffinity) {
      if (!node.node) continue;
      for (const existing of ownTerms > 0 ? node.pods.values() : node.podsWithRequiredAntiAffinity)
        filter.update(existing, node, 1);
    }
    return ownTerms === 0 && filter.isUnaffected ? undefined : filter;
  },
};

class InterPodAffinityFilter implements NodeFilter {
  readonly #info: PodInfo;
  readonly #namespaceLabels: NamespaceLabels;
  /** Domains with pods whose anti-affinity the pod would violate. */
  #existingAntiAffinity = new TopologyCounts();
  /** Domains with pods that all affinity terms of the pod select. */
  #affinity = new TopologyCounts();
  /** Domains with pods that an anti-affinity term of the pod selects. */
  #antiAffinity = new TopologyCounts();

  constructor(info: PodInfo, namespaceLabels: Cluster['namespaceLabels']) {
    this.#info = info;
    this.#namespaceLabels = namespaceLabels;
  }

  get isUnaffected(): boolean {
    return this.#existingAntiAffinity.isEmpty;
  }

  check({ labels }: NodeInfo) {
    if (!this.#satisfiesAffinity(labels)) return AFFINITY;
    const violates = this.#info.requiredAntiAffinity.some(
      ({ topologyKey }) => this.#countAt(this.#antiAffinity, topologyKey, labels) > 0,
    );
    if (violates) return ANTI_AFFINITY;
    for (const key of this.#existingAntiAffinity.keys())
      if (this.#countAt(this.#existingAntiAffinity, key, labels) > 0) return EXISTING_ANTI_AFFINITY;
    return undefined;
  }

  fork(): NodeFilter {
    const copy = new InterPodAffinityFilter(this.#info, this.#namespaceLabels);
    copy.#existingAntiAffinity = this.#existingAntiAffinity.copy();
    copy.#affinity = this.#affinity.copy();
    copy.#antiAffinity = this.#antiAffinity.copy();
    return copy;
  }

  update(existing: PodInfo, { labels }: NodeInfo, change: 1 | -1): void {
    const { requiredAffinity, requiredAntiAffinity, pod } = this.#info;
    for (const term of existing.requiredAntiAffinity)
      if (this.#selects(term, pod)) this.#existingAntiAffinity.add(term.topologyKey, labels, change);
    if (requiredAffinity.length > 0 && requiredAffinity.every((term) => this.#selects(term, existing.pod)))
      for (const { topologyKey } of requiredAffinity) this.#affinity.add(topologyKey, labels, change);
    for (const term of requiredAntiAffinity)
      if (this.#selects(term, existing.pod)) this.#antiAffinity.add(term.topologyKey, labels, change);
  }

  #satisfiesAffinity(labels: Readonly<Record<string, string>>): boolean {
    const { requiredAffinity, pod } = this.#info;
    let hasPods = true;
    for (const { topologyKey } of requiredAffinity) {
      if (labels[topologyKey] === undefined) return false;
      if (this.#countAt(this.#affinity, topologyKey, labels) <= 0) hasPods = false;
    }
    if (hasPods) return true;
    // The first pod of a group with affinity to itself could otherwise never be placed.
    return this.#affinity.isEmpty && requiredAffinity.every((term) => this.#selects(term, pod));
  }

  #countAt(counts: TopologyCounts, key: string, labels: Readonly<Record<string, string>>): number {
    const value = labels[key];
    return value === undefined ? 0 : counts.get(key, value);
  }

  #selects(term: AffinityTerm, pod: PodInfo['pod']): boolean {
    return termMatches(term, pod, this.#namespaceLabels);
  }
}
