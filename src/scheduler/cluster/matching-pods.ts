import { type LabelSelector, type Labels, noLabel } from '../../api/selectors/label-selector.ts';
import type { NodeInfo } from './node-info.ts';
import type { PodInfo } from './pod-info.ts';

/** Numbers of pods by their node. */
export type CountsByNode = ReadonlyMap<NodeInfo, number>;

interface Counted {
  /** The namespace and the text of the selector. */
  readonly key: string;
  readonly selector: LabelSelector;
  readonly counts: Map<NodeInfo, number>;
  /** The group that contains every pod that the selector matches. */
  readonly group: string;
}

/** A pod and the node that it counts on. */
export interface PlacedPod {
  readonly info: PodInfo;
  readonly node: NodeInfo;
}

/** The pods of a namespace, or those with a certain label. */
interface Group {
  readonly pods: Set<PlacedPod>;
  /** Selectors that match only pods of this group. */
  readonly selectors: Set<Counted>;
}

const NO_PODS: CountsByNode = new Map();

/** Enough for the workloads of a large cluster. */
const MAXIMUM_SELECTORS = 4096;

/**
 * Counts the pods of a namespace that a selector matches, by node. Counts are kept and updated, because the replicas of
 * a workload use the same selectors. Pods that are being deleted do not count.
 */
export class MatchingPods {
  /** Groups by name: each selector is compared with few pods, and each pod with few selectors. */
  readonly #groups = new Map<string, Group>();
  /** In the order of their first use. */
  readonly #counted = new Map<string, Counted>();
  /** Texts of selectors, because owners' selectors are parsed once and used by all their pods. */
  readonly #texts = new WeakMap<LabelSelector, string>();

  /** Returns the counts, which change with the pods. */
  countsOf(namespace: string, selector: LabelSelector): CountsByNode {
    // Its text equals that of the selector that matches everything.
    if (selector === noLabel) return NO_PODS;
    const key = `${namespace}/${this.#textOf(selector)}`;
    const known = this.#counted.get(key);
    if (known) return known.counts;
    const counted: Counted = { key, selector, counts: new Map(), group: this.#smallestGroup(namespace, selector) };
    for (const pod of this.#groups.get(counted.group)?.pods ?? []) change(counted, pod, 1);
    this.#add(counted);
    return counted.counts;
  }

  add(pod: PlacedPod): void {
    if (isBeingDeleted(pod)) return;
    for (const name of groupsOf(pod)) {
      const group = this.#groupNamed(name);
      group.pods.add(pod);
      for (const counted of group.selectors) change(counted, pod, 1);
    }
  }

  /** Removes a pod, whose labels and deletion state must be those with which it was added. */
  remove(pod: PlacedPod): void {
    if (isBeingDeleted(pod)) return;
    for (const name of groupsOf(pod)) {
      const group = this.#groupNamed(name);
      group.pods.delete(pod);
      for (const counted of group.selectors) change(counted, pod, -1);
      this.#removeIfEmpty(name, group);
    }
  }

  #smallestGroup(namespace: string, { requirements }: LabelSelector): string {
    const sizeOf = (name: string): number => this.#groups.get(name)?.pods.size ?? 0;
    let smallest = groupName(namespace);
    for (const { key, operator, values } of requirements) {
      if (!REQUIRING.has(operator) || values.length !== 1) continue;
      const name = groupName(namespace, key, values[0]);
      if (sizeOf(name) <= sizeOf(smallest)) smallest = name;
    }
    return smallest;
  }

  #add(counted: Counted): void {
    const [oldest] = this.#counted.size < MAXIMUM_SELECTORS ? [] : this.#counted.values();
    if (oldest) this.#delete(oldest);
    this.#counted.set(counted.key, counted);
    this.#groupNamed(counted.group).selectors.add(counted);
  }

  #delete(counted: Counted): void {
    this.#counted.delete(counted.key);
    const group = this.#groupNamed(counted.group);
    group.selectors.delete(counted);
    this.#removeIfEmpty(counted.group, group);
  }

  #groupNamed(name: string): Group {
    const known = this.#groups.get(name);
    if (known) return known;
    const group: Group = { pods: new Set(), selectors: new Set() };
    this.#groups.set(name, group);
    return group;
  }

  #removeIfEmpty(name: string, { pods, selectors }: Group): void {
    if (pods.size === 0 && selectors.size === 0) this.#groups.delete(name);
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

const NO_LABELS: Labels = {};

const REQUIRING: ReadonlySet<string> = new Set(['=', '==', 'in']);

const isBeingDeleted = ({ info }: PlacedPod): boolean => info.pod.metadata.deletionTimestamp !== undefined;

function groupsOf({ info }: PlacedPod): string[] {
  const { namespace = '', labels = NO_LABELS } = info.pod.metadata;
  const names = [groupName(namespace)];
  for (const key in labels) names.push(groupName(namespace, key, labels[key]));
  return names;
}

const groupName = (namespace: string, key?: string, value?: string): string =>
  key === undefined ? namespace : `${namespace}/${key}=${value}`;

function change({ selector, counts }: Counted, { info, node }: PlacedPod, by: 1 | -1): void {
  if (!selector.matches(info.pod.metadata.labels)) return;
  const count = (counts.get(node) ?? 0) + by;
  if (count > 0) counts.set(node, count);
  else counts.delete(node);
}
