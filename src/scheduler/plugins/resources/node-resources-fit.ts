import { type FilterPlugin, MAXIMUM_SCORE, rejection, type ScorePlugin } from '../../framework/plugin.ts';

/** Rejects nodes without room for the pod's requests. */
export const nodeResourcesFit: FilterPlugin = {
  name: 'NodeResourcesFit',
  prepare({ requests }) {
    const { cpu, memory, ...others } = requests;
    const otherResources = Object.keys(others);
    return {
      check({ allocatable, requested, pods }) {
        const isFull = pods.size >= (allocatable.pods ?? 0);
        const fits =
          !isFull &&
          hasRoom(cpu, allocatable.cpu, requested.cpu) &&
          hasRoom(memory, allocatable.memory, requested.memory) &&
          otherResources.every((name) => hasRoom(others[name], allocatable[name], requested[name]));
        if (fits) return undefined;
        const lacking = Object.keys(requests).filter(
          (name) => !hasRoom(requests[name], allocatable[name], requested[name]),
        );
        return rejection(...(isFull ? ['Too many pods'] : []), ...lacking.map((name) => `Insufficient ${name}`));
      },
    };
  },
};

const hasRoom = (wanted = 0, allocatable = 0, requested = 0): boolean =>
  wanted <= 0 || wanted <= allocatable - requested;

/** Prefers nodes of which little is requested. */
export const leastAllocated: ScorePlugin = {
  name: 'NodeResourcesFit',
  weight: 1,
  score({ scoredRequests }, nodes) {
    const { cpu = 0, memory = 0 } = scoredRequests;
    return nodes.map(({ allocatable, scoredRequested }) => {
      const ofCpu = allocatable.cpu && freeShare(allocatable.cpu, (scoredRequested.cpu ?? 0) + cpu);
      const ofMemory = allocatable.memory && freeShare(allocatable.memory, (scoredRequested.memory ?? 0) + memory);
      const resources = (allocatable.cpu ? 1 : 0) + (allocatable.memory ? 1 : 0);
      return resources === 0 ? 0 : Math.floor(((ofCpu ?? 0) + (ofMemory ?? 0)) / resources);
    });
  },
};

const freeShare = (allocatable: number, requested: number): number =>
  requested > allocatable ? 0 : Math.floor(((allocatable - requested) * MAXIMUM_SCORE) / allocatable);

/** Prefers nodes whose requested shares of CPU and memory are about equal. */
export const balancedAllocation: ScorePlugin = {
  name: 'NodeResourcesBalancedAllocation',
  weight: 1,
  score({ requests }, nodes) {
    const { cpu = 0, memory = 0 } = requests;
    return nodes.map(({ allocatable, requested }) => {
      if (!allocatable.cpu || !allocatable.memory) return MAXIMUM_SCORE;
      const shareOfCpu = Math.min(((requested.cpu ?? 0) + cpu) / allocatable.cpu, 1);
      const shareOfMemory = Math.min(((requested.memory ?? 0) + memory) / allocatable.memory, 1);
      return Math.floor((1 - Math.abs(shareOfCpu - shareOfMemory) / 2) * MAXIMUM_SCORE);
    });
  },
};
