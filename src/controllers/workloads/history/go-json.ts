import { writeJson } from '../../../api/encoding/exact-json.ts';
import { escapeLikeGo } from '../../../api/encoding/go-json.ts';
import { isRecord } from '../../../api/object.ts';

/** Returns JSON as Go writes maps: with sorted keys, and with characters escaped that HTML would interpret. */
export const goJson = (value: unknown): string => escapeLikeGo(writeJson(withSortedKeys(value)));

/** Returns a copy of plain data with the keys of all objects in sorted order. */
export function withSortedKeys<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withSortedKeys) as T;
  if (!isRecord(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, withSortedKeys(value[name])])) as T;
}
