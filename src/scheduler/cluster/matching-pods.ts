import { type LabelSelector, noLabel } from '../../api/selectors/label-selector.ts';
import type { NodeInfo } from './node-info.ts';
import type { PodInfo } from './pod-info.ts';

/** Numbers of pods by the name of their node. */
export type CountsByNode = ReadonlyMap<string, number>;

interface Counted {
  /** The namespace and the text of the selector. */
  readonly key: string;
  /** The namespace and a label that every counted pod has. */
  readonly pair: string;
  readonly namespace: string;
  readonly selector: LabelSelector;
  readonly counts: Map<string, number>;
}

const NO_PODS: CountsByNode = new Map();

/** Enough for the workloads of a large cluster: counting anew visits every pod. */
const MAXIMUM_SELECTORS = 4096;

/**
 * Counts the pods of a namespace that a selector matches, by node. Counts are kept current, because the replicas of a
 * workload ask for the same ones. Pods that are being deleted do not count.
 */
export class MatchingPods {
  /** In the order in which they were first asked for. */
  readonly #counted = new Map<string, Counted>();
  /** By a label that the pods must have, so that a pod is compared with few selectors. */
  readonly #byPair = new Map<string, Set<Counted>>();
  /** Texts of selectors, because those of owners are parsed once and used by all their pods. */
  readonly #texts = new WeakMap<LabelSelector, string>();

  /** Returns the counts, which change with the pods. */
  countsOf(namespace: string, selector: LabelSelector, nodes: Iterable<NodeInfo>): CountsByNode {
    // Its text is the one of the selector of everything.
    if (selector === noLabel) return NO_PODS;
    const key = `${namespace}/${this.#textOf(selector)}`;
    const known = this.#counted.get(key);
    if (known) return known.counts;
    const counted: Counted = { key, pair: requiredPair(namespace, selector), namespace, selector, counts: new Map() };
    for (const node of nodes) for (const info of node.pods.values()) change(counted, info, node.name, 1);
    this.#add(counted);
    return counted.counts;
  }

  update(info: PodInfo, nodeName: string, by: 1 | -1): void {
    const { namespace = '', labels } = info.pod.metadata;
    this.#change(pairText(namespace), info, nodeName, by);
    for (const key in labels) this.#change(pairText(namespace, key, labels[key]), info, nodeName, by);
  }

  #change(pair: string, info: PodInfo, nodeName: string, by: 1 | -1): void {
    for (const counted of this.#byPair.get(pair) ?? []) change(counted, info, nodeName, by);
  }

  #add(counted: Counted): void {
    const [oldest] = this.#counted.size < MAXIMUM_SELECTORS ? [] : this.#counted.values();
    if (oldest) this.#delete(oldest);
    this.#counted.set(counted.key, counted);
    const others = this.#byPair.get(counted.pair);
    if (others) others.add(counted);
    else this.#byPair.set(counted.pair, new Set([counted]));
  }

  #delete(counted: Counted): void {
    this.#counted.delete(counted.key);
    const others = this.#byPair.get(counted.pair);
    others?.delete(counted);
    if (others?.size === 0) this.#byPair.delete(counted.pair);
  }

  #textOf(selector: LabelSelector): string {
    const known = this.#texts.get(selector);
    if (known !== undefined) return known;
    const text = selector.toString();
    this.#texts.set(selector, text);
    return text;
  }
}

/** Reports whether a pod counts for a selector. */
export const countsAsMatch = ({ pod }: PodInfo, namespace: string, selector: LabelSelector): boolean =>
  pod.metadata.namespace === namespace &&
  pod.metadata.deletionTimestamp === undefined &&
  selector.matches(pod.metadata.labels);

/** Returns a label that a selector requires, with its namespace; only the namespace when it requires no certain value. */
function requiredPair(namespace: string, { requirements }: LabelSelector): string {
  const required = requirements.find(({ operator, values }) => REQUIRING.has(operator) && values.length === 1);
  return pairText(namespace, required?.key, required?.values[0]);
}

const REQUIRING: ReadonlySet<string> = new Set(['=', '==', 'in']);

const pairText = (namespace: string, key?: string, value?: string): string =>
  key === undefined ? namespace : `${namespace}/${key}=${value}`;

function change({ namespace, selector, counts }: Counted, info: PodInfo, nodeName: string, by: 1 | -1): void {
  if (!countsAsMatch(info, namespace, selector)) return;
  const count = (counts.get(nodeName) ?? 0) + by;
  if (count > 0) counts.set(nodeName, count);
  else counts.delete(nodeName);
}
