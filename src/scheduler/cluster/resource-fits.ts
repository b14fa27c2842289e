import { BoundedMap } from '../../api/memory/bounded-map.ts';
import type { NodeInfo } from './node-info.ts';
import type { PodNeeds } from './pod-needs.ts';

const MAXIMUM_FITS = 64;

/** Caches how the requests of pods fit the nodes of a list, because the replicas of a workload have equal requests. */
export class ResourceFits {
  readonly #nodeCount: number;
  readonly #fits = new BoundedMap<PodNeeds, ResourceFit>(MAXIMUM_FITS);

  constructor(nodeCount: number) {
    this.#nodeCount = nodeCount;
  }

  of(needs: PodNeeds): ResourceFit {
    let fit = this.#fits.get(needs);
    if (!fit) {
      fit = new ResourceFit(needs, this.#nodeCount);
      this.#fits.set(needs, fit);
    }
    return fit;
  }
}

const NO_ROOM = -1;
const MAXIMUM = 100;

/** How the requests of a pod fit nodes. A node is evaluated again only after it has changed. */
export class ResourceFit {
  readonly #needs: PodNeeds;
  /** By name, without resources that are not requested. */
  readonly #requests: readonly (readonly [name: string, amount: number])[];
  /** By the position of the node. */
  readonly #scores: Int16Array;
  /** The version of each node for which its score was computed. */
  readonly #versions: Int32Array;

  constructor(needs: PodNeeds, nodeCount: number) {
    this.#needs = needs;
    this.#requests = Object.entries(needs.requests).filter(([, amount]) => amount > 0);
    this.#scores = new Int16Array(nodeCount);
    this.#versions = new Int32Array(nodeCount).fill(-1);
  }

  hasRoom(node: NodeInfo): boolean {
    return this.scoreOf(node) !== NO_ROOM;
  }

  /** Returns a score from 0 to 200 for a node with room. Nodes with few and balanced requests score higher. */
  scoreOf(node: NodeInfo): number {
    const { position, version } = node;
    if (position >= 0 && this.#versions[position] === version) return this.#scores[position] ?? 0;
    const score = this.#compute(node);
    if (position >= 0) {
      this.#versions[position] = version;
      this.#scores[position] = score;
    }
    return score;
  }

  /** Returns the resources of which a node has too little. */
  lackingOn(node: NodeInfo): string[] {
    return this.#requests.filter((request) => isLacking(request, node)).map(([name]) => name);
  }

  #compute(node: NodeInfo): number {
    if (isFull(node) || this.#requests.some((request) => isLacking(request, node))) return NO_ROOM;
    return leastAllocated(this.#needs, node) + balancedAllocation(this.#needs, node);
  }
}

const isLacking = ([name, amount]: readonly [string, number], { allocatable, requested }: NodeInfo): boolean =>
  amount > (allocatable[name] ?? 0) - (requested[name] ?? 0);

/** Reports whether a node has reached its maximum number of pods. */
export const isFull = ({ pods, allocatable }: NodeInfo): boolean => pods.size >= (allocatable.pods ?? 0);

/** Returns the share of CPU and memory that remains free, from 0 to 100. */
function leastAllocated({ scoredRequests }: PodNeeds, { allocatable, scoredRequested }: NodeInfo): number {
  const ofCpu = freeShare(allocatable.cpu, (scoredRequested.cpu ?? 0) + (scoredRequests.cpu ?? 0));
  const ofMemory = freeShare(allocatable.memory, (scoredRequested.memory ?? 0) + (scoredRequests.memory ?? 0));
  if (!allocatable.cpu || !allocatable.memory) return ofCpu + ofMemory;
  return Math.floor((ofCpu + ofMemory) / 2);
}

const freeShare = (allocatable: number | undefined, requested: number): number =>
  !allocatable || requested > allocatable ? 0 : Math.floor(((allocatable - requested) * MAXIMUM) / allocatable);

/** Returns 100 for a node whose requested shares of CPU and memory are equal, and less for others. */
function balancedAllocation({ requests }: PodNeeds, { allocatable, requested }: NodeInfo): number {
  if (!allocatable.cpu || !allocatable.memory) return MAXIMUM;
  const shareOfCpu = Math.min(((requested.cpu ?? 0) + (requests.cpu ?? 0)) / allocatable.cpu, 1);
  const shareOfMemory = Math.min(((requested.memory ?? 0) + (requests.memory ?? 0)) / allocatable.memory, 1);
  return Math.floor((1 - Math.abs(shareOfCpu - shareOfMemory) / 2) * MAXIMUM);
}
