import { isRecord, memberOf } from '../../api/object.ts';

/** Compares plain data. Members without a value count as absent. */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isDeepEqual(item, b[index]));
  if (!isRecord(a) || !isRecord(b)) return false;
  for (const name in a) if (!isDeepEqual(a[name], memberOf(b, name))) return false;
  for (const name in b) if (b[name] !== undefined && !Object.hasOwn(a, name)) return false;
  return true;
}
