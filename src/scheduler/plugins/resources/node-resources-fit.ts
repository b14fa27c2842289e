import type { NodeInfo } from '../../cluster/node-info.ts';
import { type FilterPlugin, MAXIMUM_SCORE, rejection, type ScorePlugin } from '../../framework/plugin.ts';

/** Rejects nodes without room for the pod's requests. */
export const nodeResourcesFit: FilterPlugin = {
  name: 'NodeResourcesFit',
  prepare({ requests }) {
    const wanted = Object.entries(requests).filter(([, amount]) => amount > 0);
    return {
      check(node) {
        const isFull = node.pods.size + 1 > (node.allocatable.pods ?? 0);
        if (!isFull && wanted.every(([resource, amount]) => amount <= freeOf(node, resource))) return undefined;
        const lacking = wanted.filter(([resource, amount]) => amount > freeOf(node, resource));
        const reasons = lacking.map(([resource]) => `Insufficient ${resource}`);
        return rejection(...(isFull ? ['Too many pods'] : []), ...reasons);
      },
    };
  },
};

const freeOf = ({ allocatable, requested }: NodeInfo, resource: string): number =>
  (allocatable[resource] ?? 0) - (requested[resource] ?? 0);

/** Prefers nodes of which little is requested. */
export const leastAllocated: ScorePlugin = {
  name: 'NodeResourcesFit',
  weight: 1,
  prepare({ scoredRequests }) {
    const { cpu = 0, memory = 0 } = scoredRequests;
    return {
      score({ allocatable, scoredRequested }) {
        const ofCpu = allocatable.cpu && freeShare(allocatable.cpu, (scoredRequested.cpu ?? 0) + cpu);
        const ofMemory = allocatable.memory && freeShare(allocatable.memory, (scoredRequested.memory ?? 0) + memory);
        const resources = (allocatable.cpu ? 1 : 0) + (allocatable.memory ? 1 : 0);
        return resources === 0 ? 0 : Math.floor(((ofCpu ?? 0) + (ofMemory ?? 0)) / resources);
      },
    };
  },
};

const freeShare = (allocatable: number, requested: number): number =>
  requested > allocatable ? 0 : Math.floor(((allocatable - requested) * MAXIMUM_SCORE) / allocatable);

/** Prefers nodes whose requested shares of CPU and memory are about equal. */
export const balancedAllocation: ScorePlugin = {
  name: 'NodeResourcesBalancedAllocation',
  weight: 1,
  prepare({ requests }) {
    const { cpu = 0, memory = 0 } = requests;
    return {
      score({ allocatable, requested }) {
        if (!allocatable.cpu || !allocatable.memory) return MAXIMUM_SCORE;
        const shareOfCpu = Math.min(((requested.cpu ?? 0) + cpu) / allocatable.cpu, 1);
        const shareOfMemory = Math.min(((requested.memory ?? 0) + memory) / allocatable.memory, 1);
        return Math.floor((1 - Math.abs(shareOfCpu - shareOfMemory) / 2) * MAXIMUM_SCORE);
      },
    };
  },
};
