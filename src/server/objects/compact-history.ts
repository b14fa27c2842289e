import type { Clock } from '../../api/environment.ts';
import type { Storage } from '../../storage/storage.ts';
import { Slices } from './slices.ts';

/**
 * Maximum number of revisions kept, regardless of age: moving a cluster's time creates a day's revisions in seconds.
 */
export const MOST_KEPT = 50_000;
/** Number of revisions above the maximum that are compacted together. */
export const SURPLUS = 10_000;

/** Number of revisions that are compacted without a look at the clock. */
const STEP = 5000;

/**
 * Compacts the history up to a revision in steps, and yields to the event loop between them.
 * @param compacted a revision up to which the history is already compacted; the oldest that can be retained by default
 * @throws FutureRevisionError
 */
export async function compactHistory(
  storage: Storage,
  clock: Clock,
  revision: number,
  compacted = revision - MOST_KEPT - SURPLUS,
): Promise<void> {
  const slices = new Slices(clock);
  for (let step = Math.max(0, compacted) + STEP; step < revision; step += STEP) {
    await storage.compact(step);
    await slices.next();
  }
  await storage.compact(revision);
}
