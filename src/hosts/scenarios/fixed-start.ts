import { writeSetting } from '../../server/objects/cluster-settings.ts';
import { createMemoryStorage } from '../../storage/memory-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { FIRST_REVISION } from '../platform.ts';

/** The start time of reproducible clusters. */
export const DEFAULT_START = '2024-01-15T09:00:00Z';

/** Makes the random values of a fork differ from those of its parent, whose names must not be reused. */
const FORK = 0x9e3779b9;

/** Returns the seed of a fork's random values. */
export const forkSeed = (seed: number): number => seed ^ FORK;

/** Creates the storage of a cluster whose time is paused. @param time milliseconds since 1970 */
export async function storageAt(time: number): Promise<Storage> {
  const storage = await createMemoryStorage({ firstRevision: FIRST_REVISION });
  await writeSetting(storage, 'clock', { rate: 0, time, since: time });
  return storage;
}
