import type { Snapshot } from './multi-version-map.ts';
import { type Change, CompactedError, type Storage } from './storage.ts';

/** Returns the retained changes, and the oldest revision that can be listed. */
export async function retainedChanges(
  storage: Storage,
): Promise<{ readonly oldest: number; readonly changes: readonly Change[] }> {
  try {
    return { oldest: 0, changes: await storage.changesSince(0) };
  } catch (error) {
    if (!(error instanceof CompactedError)) throw error;
    return { oldest: error.compacted, changes: await storage.changesSince(error.compacted) };
  }
}

/** Returns everything that a storage has, which no writer changes at the same time. */
export async function contentOf(storage: Storage): Promise<Snapshot> {
  const { entries, revision } = await storage.list('');
  const { oldest, changes } = await retainedChanges(storage);
  return { entries, changes, revision, compacted: oldest };
}
