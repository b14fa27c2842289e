import { memberOf } from '../object.ts';

/** Reports whether two JSON values are equal, regardless of member order. Undefined members count as absent. */
export function isEqualJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) if (!isEqualJson(a[index], b[index])) return false;
    return true;
  }
  if (Array.isArray(b)) return false;
  return isEqualExcept(undefined, a as Record<string, unknown>, b as Record<string, unknown>);
}

/** Reports whether two JSON objects are equal except for one member, regardless of member order. */
export function isEqualExcept(
  member: string | undefined,
  left: Readonly<Record<string, unknown>>,
  right: Readonly<Record<string, unknown>>,
): boolean {
  let count = 0;
  for (const name in left) {
    if (name === member) continue;
    if (!isEqualJson(left[name], memberOf(right, name))) return false;
    if (left[name] !== undefined) count++;
  }
  for (const name in right) if (name !== member && right[name] !== undefined) count--;
  return count === 0;
}
