/**
 * Levels of objects and lists that a stored object may have. Whatever reads it must not exceed the call stack, which in a
 * browser's worker holds about twice as many. The real server takes 10,000.
 */
export const MOST_OBJECT_LEVELS = 500;

/** Reports whether a JSON value has objects or lists within each other on more than some levels. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) if (isDeeperThan(levels - 1, value[index])) return true;
    return false;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) if (isDeeperThan(levels - 1, members[name])) return true;
  return false;
}
