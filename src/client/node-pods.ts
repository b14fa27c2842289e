import type { Pod } from '../api/kinds/core-v1.generated.ts';

/** Finds pods by the name of their node. */
export const POD_NODE_INDEX = 'node';
export const podNodeIndex = {
  [POD_NODE_INDEX]: ({ spec }: Pod): string | undefined => spec?.nodeName || undefined,
};
