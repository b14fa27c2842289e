import { type KubernetesName, kubernetesName } from '../../api/dialect.ts';
import type { Node, Pod } from '../../api/kinds/core-v1.generated.ts';
import { BoundedMap } from '../../api/memory/bounded-map.ts';
import { hasEnded } from '../../api/scheduling/has-ended.ts';
import type { LabelSelector } from '../../api/selectors/label-selector.ts';
import { ImageLocations } from './image-locations.ts';
import { type CountsByNode, MatchingPods, type PlacedPod } from './matching-pods.ts';
import { NodeInfo } from './node-info.ts';
import { type PodInfo, podInfoOf, renew } from './pod-info.ts';
import { ResourceFits } from './resource-fits.ts';
import { TopologyDomains } from './topology-domains.ts';

const REGION_LABEL = kubernetesName('topology.kubernetes.io/region');
const ZONE_LABEL = kubernetesName('topology.kubernetes.io/zone');

/**
 * The nodes with their pods, updated by events. A pod is assumed, and counts on its node, as soon as the scheduler has
 * chosen the node, before the server confirms it.
 */
export class ClusterCache {
  readonly images = new ImageLocations();
  readonly #matching = new MatchingPods();
  readonly #rename: (name: KubernetesName) => string;
  readonly #nodes = new Map<string, NodeInfo>();
  /** By UID of the pod. */
  readonly #placed = new Map<string, PlacedPod>();
  readonly #assumed = new Set<string>();
  /** Nodes on which a pod has affinity or anti-affinity to others. */
  readonly #nodesWithAffinity = new Set<NodeInfo>();
  readonly #taintedNodes = new Set<NodeInfo>();
  readonly #cordonedNodes = new Set<NodeInfo>();
  #list: readonly NodeInfo[] | undefined;
  /** The domains of the last listed nodes, by label; undefined for a label that no node has. */
  readonly #domains = new BoundedMap<string, TopologyDomains | undefined>(64);
  /** The fits of the last listed nodes. */
  #resourceFits = new ResourceFits(0);

  constructor(rename: (name: KubernetesName) => string) {
    this.#rename = rename;
  }

  /** The existing nodes, alternating between zones. */
  get nodes(): readonly NodeInfo[] {
    this.#list ??= this.#listNodes();
    return this.#list;
  }
  get resourceFits(): ResourceFits {
    return this.#resourceFits;
  }
  get nodesWithAffinity(): ReadonlySet<NodeInfo> {
    return this.#nodesWithAffinity;
  }
  /** Whether any node has a taint. */
  get hasTaints(): boolean {
    return this.#taintedNodes.size > 0;
  }
  /** Whether any node is marked as unschedulable. */
  get hasCordonedNodes(): boolean {
    return this.#cordonedNodes.size > 0;
  }

  /** Returns the number of pods in a namespace that a selector matches, by node. The counts follow later changes. */
  countMatching(namespace: string, selector: LabelSelector): CountsByNode {
    return this.#matching.countsOf(namespace, selector);
  }

  /** Returns the domains into which a label divides the listed nodes; undefined when no node has the label. */
  domainsOf(label: string): TopologyDomains | undefined {
    const { nodes } = this;
    if (!this.#domains.has(label)) {
      const domains = new TopologyDomains(nodes, label);
      this.#domains.set(label, domains.hasLabel ? domains : undefined);
    }
    return this.#domains.get(label);
  }

  /** Returns an existing node. */
  node(name: string): NodeInfo | undefined {
    const info = this.#nodes.get(name);
    return info?.node ? info : undefined;
  }

  setNode(node: Node): void {
    const info = this.#infoOf(node.metadata.name ?? '');
    const { labels } = info;
    const zone = info.node && this.#zoneOf(info);
    info.setNode(node);
    if (labels !== info.labels) this.#domains.clear();
    this.images.set(info.name, node);
    this.#classify(info);
    if (zone !== this.#zoneOf(info)) this.#list = undefined;
  }

  removeNode(name: string): void {
    const info = this.#nodes.get(name);
    if (!info) return;
    info.setNode(undefined);
    this.images.set(name, undefined);
    this.#classify(info);
    this.#list = undefined;
    if (info.pods.size === 0) this.#nodes.delete(name);
  }

  /** Counts a pod on its chosen node before the server confirms it. */
  assume(info: PodInfo, nodeName: string): void {
    this.#assumed.add(info.uid);
    this.#place(info, nodeName);
  }

  /** Removes an assumed pod from its node. */
  forget({ uid }: PodInfo): void {
    if (this.#assumed.delete(uid)) this.#remove(uid);
  }

  isAssumed(uid: string): boolean {
    return this.#assumed.has(uid);
  }

  /** Records a pod's state on the server. Pods without a node and ended pods do not count. */
  setPod(pod: Pod): void {
    const { uid = '' } = pod.metadata;
    const nodeName = pod.spec?.nodeName;
    if (!nodeName || hasEnded(pod)) {
      if (!this.#assumed.has(uid) || hasEnded(pod)) this.removePod(uid);
      return;
    }
    this.#assumed.delete(uid);
    const placed = this.#placed.get(uid);
    // Most status updates do not affect scheduling.
    if (placed?.node.name !== nodeName || !renew(placed.info, pod)) this.#place(podInfoOf(pod), nodeName);
  }

  removePod(uid: string): void {
    this.#assumed.delete(uid);
    this.#remove(uid);
  }

  #classify(info: NodeInfo): void {
    setMembership(this.#taintedNodes, info, info.taints.length > 0);
    setMembership(this.#cordonedNodes, info, info.node?.spec?.unschedulable === true);
  }

  #place(info: PodInfo, nodeName: string): void {
    this.#remove(info.uid);
    const node = this.#infoOf(nodeName);
    node.addPod(info);
    const placed = { info, node };
    this.#matching.add(placed);
    this.#placed.set(info.uid, placed);
    if (info.hasAffinity) this.#nodesWithAffinity.add(node);
  }

  #remove(uid: string): void {
    const placed = this.#placed.get(uid);
    if (!placed) return;
    this.#placed.delete(uid);
    const { node } = placed;
    this.#matching.remove(placed);
    node.removePod(uid);
    if (node.podsWithAffinity.size === 0) this.#nodesWithAffinity.delete(node);
    if (!node.node && node.pods.size === 0) this.#nodes.delete(node.name);
  }

  #infoOf(name: string): NodeInfo {
    const known = this.#nodes.get(name);
    if (known) return known;
    const info = new NodeInfo(name);
    this.#nodes.set(name, info);
    return info;
  }

  #zoneOf({ labels }: NodeInfo): string {
    const [region, zone] = [REGION_LABEL, ZONE_LABEL].map((label) => labels[this.#rename(label)] ?? '');
    return `${region}\0${zone}`;
  }

  #listNodes(): NodeInfo[] {
    const nodes = this.#interleaveZones();
    for (const [position, node] of nodes.entries()) node.position = position;
    this.#resourceFits = new ResourceFits(nodes.length);
    this.#domains.clear();
    return nodes;
  }

  #interleaveZones(): NodeInfo[] {
    const zones = new Map<string, NodeInfo[]>();
    for (const info of this.#nodes.values()) {
      if (!info.node) continue;
      const zone = zones.get(this.#zoneOf(info));
      if (zone) zone.push(info);
      else zones.set(this.#zoneOf(info), [info]);
    }
    const lists = [...zones.values()];
    const longest = Math.max(0, ...lists.map(({ length }) => length));
    return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat();
  }
}

function setMembership<T>(set: Set<T>, item: T, isMember: boolean): void {
  if (isMember) set.add(item);
  else set.delete(item);
}
