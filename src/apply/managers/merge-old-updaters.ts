import { compareUtf8 } from '../../api/encoding/utf8.ts';
import { FieldSet } from '../field-set.ts';
import { secondsOf } from './compare-managed.ts';
import { type Managed, type ManagersDraft, managerId } from './managers.ts';

/** Maximum number of updaters; beyond it, the oldest are merged into one entry. */
const MAXIMUM_UPDATERS = 10;
const MERGED_UPDATERS = 'ancient-changes';

/** Merges the oldest updaters of each version while there are too many. Modifies `managers`. */
export function mergeOldUpdaters(managers: ManagersDraft): void {
  if (managers.size <= MAXIMUM_UPDATERS) return;
  const updaters = [...managers].filter(([, { operation }]) => operation === 'Update');
  const excess = updaters.length - MAXIMUM_UPDATERS;
  if (excess <= 0) return;
  updaters.sort(([a, left], [b, right]) => secondsOf(left) - secondsOf(right) || compareUtf8(a, b));
  for (const [id, { entry, parts }] of mergeOldest(managers, updaters, excess))
    managers.set(id, { ...entry, fields: unionOf(parts) });
}

interface Merged {
  readonly entry: Managed;
  /** The fields of the merged updaters. */
  readonly parts: FieldSet[];
}

/** Replaces the oldest updaters by one entry for each version, and returns these entries by their id. */
function mergeOldest(managers: ManagersDraft, updaters: readonly [string, Managed][], count: number) {
  let excess = count;
  const firstOf = new Map<string, string>();
  const merged = new Map<string, Merged>();
  for (const [id, entry] of updaters) {
    if (excess <= 0) break;
    const first = firstOf.get(entry.apiVersion);
    if (first === undefined) {
      firstOf.set(entry.apiVersion, id);
      continue;
    }
    const bucket = { ...entry, manager: MERGED_UPDATERS, subresource: '' };
    const bucketId = managerId(bucket);
    const older = managers.get(bucketId) ?? managers.get(first);
    const parts = merged.get(bucketId)?.parts ?? (older ? [older.fields] : []);
    parts.push(entry.fields);
    merged.set(bucketId, { entry: bucket, parts });
    if (!managers.has(bucketId)) managers.delete(first);
    managers.delete(id);
    managers.set(bucketId, bucket);
    excess--;
  }
  return merged;
}

/** Joins sets in pairs. Adding them one by one would copy the union for every set. */
function unionOf(sets: readonly FieldSet[]): FieldSet {
  const [first] = sets;
  if (!first || sets.length === 1) return first ?? new FieldSet();
  const middle = sets.length >> 1;
  return unionOf(sets.slice(middle)).union(unionOf(sets.slice(0, middle)));
}
