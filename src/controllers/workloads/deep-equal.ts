import { isRecord } from '../../api/object.ts';

/** Compares plain data. Members without a value count as absent. */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isDeepEqual(item, b[index]));
  if (!isRecord(a) || !isRecord(b)) return a === b;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => isDeepEqual(a[name], b[name]));
}
