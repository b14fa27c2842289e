import type { MultiVersionMap } from './multi-version-map.ts';
import type { Change, Entry } from './storage.ts';

/** Returns the changes from a map to the current entries of a medium, as changes of one commit. */
export function differencesBetween(map: MultiVersionMap, entries: readonly Entry[], revision: number): Change[] {
  const stored = new Map(entries.map((entry) => [entry.key, entry]));
  const differences: Change[] = [];
  for (const previous of map.entries()) {
    if (!stored.has(previous.key)) differences.push({ revision, key: previous.key, previous, current: undefined });
  }
  for (const current of entries) {
    const previous = map.get(current.key);
    if (previous?.revision !== current.revision || previous.value !== current.value) {
      differences.push({ revision, key: current.key, previous, current });
    }
  }
  return differences;
}
