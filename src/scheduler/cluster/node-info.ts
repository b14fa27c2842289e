import type { Node, Taint } from '../../api/kinds/core-v1.generated.ts';
import { HostPorts } from '../../api/scheduling/host-ports.ts';
import { addAmounts, type ResourceAmounts, resourceAmounts } from '../../api/scheduling/resource-amounts.ts';
import type { PodInfo } from './pod-info.ts';

const NO_LABELS: Readonly<Record<string, string>> = {};
const NO_TAINTS: readonly Taint[] = [];

/** A node and its current and assumed pods, with sums that are updated as pods are added and removed. */
export class NodeInfo {
  readonly name: string;
  /** The index in the list of nodes; -1 for an unlisted node. */
  position = -1;
  /** Increases with every change of its allocatable resources or its pods. */
  version = 0;
  /** Undefined for a node that does not exist but that pods name. */
  node: Node | undefined;
  labels = NO_LABELS;
  taints = NO_TAINTS;
  allocatable: Readonly<ResourceAmounts> = {};
  /** By UID. */
  readonly pods = new Map<string, PodInfo>();
  readonly requested: ResourceAmounts = {};
  readonly scoredRequested: ResourceAmounts = {};
  readonly ports = new HostPorts();
  readonly podsWithAffinity = new Set<PodInfo>();
  readonly podsWithRequiredAntiAffinity = new Set<PodInfo>();

  constructor(name: string) {
    this.name = name;
  }

  setNode(node: Node | undefined): void {
    // Heartbeats do not change it.
    const isRoomSame = this.node !== undefined && this.node.status?.allocatable === node?.status?.allocatable;
    this.node = node;
    this.labels = node?.metadata.labels ?? NO_LABELS;
    this.taints = node?.spec?.taints ?? NO_TAINTS;
    if (isRoomSame) return;
    this.version += 1;
    this.allocatable = resourceAmounts(node?.status?.allocatable);
  }

  addPod(info: PodInfo): void {
    this.version += 1;
    this.pods.set(info.uid, info);
    addAmounts(this.requested, info.needs.requests);
    addAmounts(this.scoredRequested, info.needs.scoredRequests);
    this.ports.add(info.hostPorts);
    if (info.hasAffinity) this.podsWithAffinity.add(info);
    if (info.requiredAntiAffinity.length > 0) this.podsWithRequiredAntiAffinity.add(info);
  }

  removePod(uid: string): void {
    const info = this.pods.get(uid);
    if (!info) return;
    this.version += 1;
    this.pods.delete(uid);
    addAmounts(this.requested, info.needs.requests, -1);
    addAmounts(this.scoredRequested, info.needs.scoredRequests, -1);
    this.ports.remove(info.hostPorts);
    this.podsWithAffinity.delete(info);
    this.podsWithRequiredAntiAffinity.delete(info);
  }

  /** Returns a copy; adding and removing its pods does not change this node. */
  fork(): NodeInfo {
    const copy = new NodeInfo(this.name);
    Object.assign(copy, { node: this.node, labels: this.labels, taints: this.taints, allocatable: this.allocatable });
    for (const info of this.pods.values()) copy.addPod(info);
    return copy;
  }
}
