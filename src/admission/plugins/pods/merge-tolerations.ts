import type { Toleration } from '../../../api/kinds/core-v1.generated.ts';

export type Tolerations = readonly Toleration[];

/** Removes tolerations that another one covers. Of equal ones, the first stays. */
export function mergeTolerations(all: Tolerations): Toleration[] {
  const merged: Toleration[] = [];
  for (const [index, toleration] of all.entries()) {
    const isCovered =
      merged.some((wider) => covers(wider, toleration)) ||
      all.slice(index + 1).some((wider) => !isSame(wider, toleration) && covers(wider, toleration));
    if (!isCovered) merged.push(toleration);
  }
  return merged;
}

const FIELDS = ['key', 'operator', 'value', 'effect', 'tolerationSeconds'] as const;
const isSame = (a: Toleration, b: Toleration): boolean =>
  FIELDS.every((field) => (a[field] ?? '') === (b[field] ?? ''));

/** Reports whether one toleration tolerates everything that the other does. */
export function covers(wider: Toleration, toleration: Toleration): boolean {
  if (isSame(wider, toleration)) return true;
  const isAnyKey = !wider.key && wider.operator === 'Exists';
  if ((wider.key ?? '') !== (toleration.key ?? '') && !isAnyKey) return false;
  if (wider.effect && wider.effect !== toleration.effect) return false;
  if (wider.effect === 'NoExecute' && wider.tolerationSeconds != null) {
    if ((toleration.tolerationSeconds ?? Number.POSITIVE_INFINITY) > wider.tolerationSeconds) return false;
  }
  if (wider.operator === 'Exists') return true;
  // A missing operator means Equal in the wider one only, as in the real server's comparison.
  const isEqual = (wider.operator || 'Equal') === 'Equal';
  return isEqual && toleration.operator === 'Equal' && (wider.value ?? '') === (toleration.value ?? '');
}
