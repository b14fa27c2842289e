import type { LabelSelector } from '../../api/selectors/label-selector.ts';
import type { NodeInfo } from './node-info.ts';
import type { PodInfo } from './pod-info.ts';

/** Numbers of pods by the name of their node. */
export type CountsByNode = ReadonlyMap<string, number>;

interface Counted {
  readonly namespace: string;
  readonly selector: LabelSelector;
  readonly counts: Map<string, number>;
}

const MAXIMUM_SELECTORS = 64;

/**
 * Counts the pods of a namespace that a selector matches, by node. Counts are kept current, because the replicas of a
 * workload ask for the same ones. Pods that are being deleted do not count.
 */
export class MatchingPods {
  readonly #counted = new Map<string, Counted>();
  /** Texts of selectors, because those of owners are parsed once and used by all their pods. */
  readonly #texts = new WeakMap<LabelSelector, string>();

  /** Returns the counts, which change with the pods. */
  countsOf(namespace: string, selector: LabelSelector, nodes: Iterable<NodeInfo>): CountsByNode {
    const key = `${namespace}/${this.#textOf(selector)}`;
    const known = this.#counted.get(key);
    if (known) return known.counts;
    const counted: Counted = { namespace, selector, counts: new Map() };
    for (const node of nodes) for (const info of node.pods.values()) change(counted, info, node.name, 1);
    const [oldest] = this.#counted.keys();
    if (this.#counted.size >= MAXIMUM_SELECTORS && oldest !== undefined) this.#counted.delete(oldest);
    this.#counted.set(key, counted);
    return counted.counts;
  }

  #textOf(selector: LabelSelector): string {
    const text = this.#texts.get(selector) ?? selector.toString();
    this.#texts.set(selector, text);
    return text;
  }

  update(info: PodInfo, nodeName: string, by: 1 | -1): void {
    for (const counted of this.#counted.values()) change(counted, info, nodeName, by);
  }
}

/** Reports whether a pod counts for a selector. */
export const countsAsMatch = ({ pod }: PodInfo, namespace: string, selector: LabelSelector): boolean =>
  pod.metadata.namespace === namespace &&
  pod.metadata.deletionTimestamp === undefined &&
  selector.matches(pod.metadata.labels);

function change({ namespace, selector, counts }: Counted, info: PodInfo, nodeName: string, by: 1 | -1): void {
  if (!countsAsMatch(info, namespace, selector)) return;
  const count = (counts.get(nodeName) ?? 0) + by;
  if (count > 0) counts.set(nodeName, count);
  else counts.delete(nodeName);
}
