import { type KubernetesName, kubernetesName } from '../../api/dialect.ts';
import type { Node, Pod } from '../../api/kinds/core-v1.generated.ts';
import { ImageLocations } from './image-locations.ts';
import { MatchingPods } from './matching-pods.ts';
import { NodeInfo } from './node-info.ts';
import { hasEnded, type PodInfo, podInfoOf } from './pod-info.ts';

const REGION_LABEL = kubernetesName('topology.kubernetes.io/region');
const ZONE_LABEL = kubernetesName('topology.kubernetes.io/zone');

/**
 * The nodes with their pods, kept current by events. A pod that the scheduler has chosen a node for counts at once, before
 * the server has confirmed it: it is assumed.
 */
export class ClusterCache {
  readonly images = new ImageLocations();
  readonly matching = new MatchingPods();
  readonly #rename: (name: KubernetesName) => string;
  readonly #nodes = new Map<string, NodeInfo>();
  /** The node of each pod, by UID. */
  readonly #placed = new Map<string, string>();
  readonly #assumed = new Set<string>();
  /** Nodes on which a pod has affinity or anti-affinity to others. */
  readonly #nodesWithAffinity = new Set<NodeInfo>();
  #list: readonly NodeInfo[] | undefined;

  constructor(rename: (name: KubernetesName) => string) {
    this.#rename = rename;
  }

  /** The existing nodes, taking turns between their zones. */
  get nodes(): readonly NodeInfo[] {
    this.#list ??= this.#interleaveZones();
    return this.#list;
  }
  get nodesWithAffinity(): ReadonlySet<NodeInfo> {
    return this.#nodesWithAffinity;
  }

  /** Returns an existing node. */
  node(name: string): NodeInfo | undefined {
    const info = this.#nodes.get(name);
    return info?.node ? info : undefined;
  }

  setNode(node: Node): void {
    const info = this.#infoOf(node.metadata.name ?? '');
    const zone = info.node && this.#zoneOf(info);
    info.setNode(node);
    this.images.set(info.name, node);
    if (zone !== this.#zoneOf(info)) this.#list = undefined;
  }

  removeNode(name: string): void {
    const info = this.#nodes.get(name);
    if (!info) return;
    info.setNode(undefined);
    this.images.set(name, undefined);
    this.#list = undefined;
    if (info.pods.size === 0) this.#nodes.delete(name);
  }

  /** Counts a pod on a node that the server has not confirmed yet. */
  assume(info: PodInfo, nodeName: string): void {
    this.#assumed.add(info.uid);
    this.#place(info, nodeName);
  }

  /** Takes an assumed pod back. */
  forget({ uid }: PodInfo): void {
    if (this.#assumed.delete(uid)) this.#remove(uid);
  }

  isAssumed(uid: string): boolean {
    return this.#assumed.has(uid);
  }

  /** Records a pod as the server has it. Pods without a node and pods that have ended do not count. */
  setPod(pod: Pod): void {
    const { uid = '' } = pod.metadata;
    const nodeName = pod.spec?.nodeName;
    if (!nodeName || hasEnded(pod)) {
      if (!this.#assumed.has(uid) || hasEnded(pod)) this.removePod(uid);
      return;
    }
    this.#assumed.delete(uid);
    this.#place(podInfoOf(pod), nodeName);
  }

  removePod(uid: string): void {
    this.#assumed.delete(uid);
    this.#remove(uid);
  }

  #place(info: PodInfo, nodeName: string): void {
    this.#remove(info.uid);
    const node = this.#infoOf(nodeName);
    node.addPod(info);
    this.matching.update(info, nodeName, 1);
    this.#placed.set(info.uid, nodeName);
    if (info.hasAffinity) this.#nodesWithAffinity.add(node);
  }

  #remove(uid: string): void {
    const nodeName = this.#placed.get(uid);
    if (nodeName === undefined) return;
    this.#placed.delete(uid);
    const node = this.#nodes.get(nodeName);
    const info = node?.pods.get(uid);
    if (info) this.matching.update(info, nodeName, -1);
    node?.removePod(uid);
    if (node?.podsWithAffinity.size === 0) this.#nodesWithAffinity.delete(node);
    if (node && !node.node && node.pods.size === 0) this.#nodes.delete(nodeName);
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
