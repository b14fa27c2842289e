import type { Pod } from '../kinds/core-v1.generated.ts';

/** Reports whether a pod has reached a final phase, and no longer uses its node. */
export const hasEnded = ({ status }: Pick<Pod, 'status'>): boolean =>
  status?.phase === 'Succeeded' || status?.phase === 'Failed';
