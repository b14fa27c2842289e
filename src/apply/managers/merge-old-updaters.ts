import { compareText, secondsOf } from './compare-managed.ts';
import { type ManagersDraft, managerId } from './managers.ts';

/** Maximum number of updaters; beyond it, the oldest are merged into one entry. */
const MAXIMUM_UPDATERS = 10;
const MERGED_UPDATERS = 'ancient-changes';

/** Merges the oldest updaters of each version while there are too many. Modifies `managers`. */
export function mergeOldUpdaters(managers: ManagersDraft): void {
  if (managers.size <= MAXIMUM_UPDATERS) return;
  const updaters = [...managers].filter(([, { operation }]) => operation === 'Update');
  let excess = updaters.length - MAXIMUM_UPDATERS;
  if (excess <= 0) return;
  updaters.sort(([a, left], [b, right]) => secondsOf(left) - secondsOf(right) || compareText(a, b));
  const firstOf = new Map<string, string>();
  for (const [id, entry] of updaters) {
    if (excess <= 0) return;
    const first = firstOf.get(entry.apiVersion);
    if (first === undefined) {
      firstOf.set(entry.apiVersion, id);
      continue;
    }
    const bucket = { ...entry, manager: MERGED_UPDATERS, subresource: '' };
    const bucketId = managerId(bucket);
    const older = managers.get(bucketId) ?? managers.get(first);
    if (!managers.has(bucketId)) managers.delete(first);
    managers.delete(id);
    managers.set(bucketId, { ...bucket, fields: older ? entry.fields.union(older.fields) : entry.fields });
    excess--;
  }
}
