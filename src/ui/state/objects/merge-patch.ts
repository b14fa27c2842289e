import { isEqualJson } from '../../../api/memory/equal-json.ts';
import { isRecord } from '../../../api/object.ts';

/** Returns the smallest merge patch that turns one value into another; an empty object when they are equal. */
export function mergePatchOf(before: object, after: object): Record<string, unknown> {
  const [from, to] = [before, after] as Record<string, unknown>[];
  const names = new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})]);
  const changes = Array.from(names).flatMap((name): [string, unknown][] => {
    const [old, next] = [from?.[name], to?.[name]];
    if (isEqualJson(old, next)) return [];
    if (isRecord(old) && isRecord(next)) return [[name, mergePatchOf(old, next)]];
    return [[name, next ?? null]];
  });
  return Object.fromEntries(changes);
}
