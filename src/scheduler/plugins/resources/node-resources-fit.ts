import { isFull } from '../../cluster/resource-fits.ts';
import { type FilterPlugin, rejection, type ScorePlugin } from '../../framework/plugin.ts';

/** Rejects nodes without room for the pod's requests. */
export const nodeResourcesFit: FilterPlugin = {
  name: 'NodeResourcesFit',
  prepare({ needs }, { cache }) {
    const fit = cache.resourceFits.of(needs);
    return {
      check(node) {
        if (fit.hasRoom(node)) return undefined;
        const lacking = fit.lackingOn(node).map((name) => `Insufficient ${name}`);
        return rejection(...(isFull(node) ? ['Too many pods'] : []), ...lacking);
      },
    };
  },
};

/**
 * Prefers nodes with few requests and balanced shares of requested CPU and memory. Combines the plugins
 * NodeResourcesFit and NodeResourcesBalancedAllocation.
 */
export const nodeResourcesScore: ScorePlugin = {
  name: 'NodeResourcesFit',
  weight: 1,
  score({ needs }, nodes, { cache }) {
    const fit = cache.resourceFits.of(needs);
    return nodes.map((node) => fit.scoreOf(node));
  },
};
