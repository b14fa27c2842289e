import type { Taint, Toleration } from '../kinds/core-v1.generated.ts';

/** Reports whether a toleration tolerates a taint. */
export function tolerates(toleration: Toleration, taint: Taint): boolean {
  const { key = '', effect = '', operator = '', value = '' } = toleration;
  if (effect !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  if (operator === 'Exists') return true;
  return (operator === '' || operator === 'Equal') && value === (taint.value ?? '');
}

/** Reports whether any of the tolerations tolerates a taint. */
export const isTolerated = (taint: Taint, tolerations: readonly Toleration[] | undefined): boolean =>
  (tolerations ?? []).some((toleration) => tolerates(toleration, taint));

/** Returns the first taint that keeps new pods from a node, `NoSchedule` or `NoExecute`, and is not tolerated. */
export const firstUntoleratedTaint = (
  taints: readonly Taint[] | undefined,
  tolerations: readonly Toleration[] | undefined,
): Taint | undefined => (taints ?? []).find((taint) => keepsPodsAway(taint) && !isTolerated(taint, tolerations));

const keepsPodsAway = ({ effect }: Taint): boolean => effect === 'NoSchedule' || effect === 'NoExecute';
