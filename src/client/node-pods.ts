import type { Pod } from '../api/kinds/core-v1.generated.ts';

/** Name of the index of pods by node name. */
export const POD_NODE_INDEX = 'node';
export const podNodeIndex = {
  [POD_NODE_INDEX]: ({ spec }: Pod): string | undefined => spec?.nodeName || undefined,
};
