const isEmptyCollection = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/**
 * Reports whether two values of canonical objects are equal. Missing members, null and empty lists count as equal. An
 * empty struct differs from a missing one, because the presence of an optional struct is significant.
 */
export function semanticallyEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isEmptyCollection(a) || isEmptyCollection(b)) {
    return isEmptyCollection(a) && isEmptyCollection(b);
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => semanticallyEqual(item, b[index]));
  }
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) =>
    semanticallyEqual(left[key], right[key]),
  );
}
