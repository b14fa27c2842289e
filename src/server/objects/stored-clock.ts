import type { AdvanceOptions, ClusterClock } from '../../api/cluster-clock.ts';
import type { Storage } from '../../storage/storage.ts';
import { writeSetting } from './cluster-settings.ts';

/** Milliseconds between two writes of the setting while time is moved. */
const PERIOD = 1000;

/** Stores how time passes, for the next start. */
export const storeClock = (clock: ClusterClock, storage: Storage): Promise<void> =>
  writeSetting(storage, 'clock', clock.setting);

/**
 * Moves time forward and stores the time reached, also during a long move. If the process ends, the cluster continues
 * from that time, not from a time before the creation of its objects.
 * @throws the reason of the signal; MoveEndedError
 */
export async function moveStoredClock(
  clock: ClusterClock,
  storage: Storage,
  time: Parameters<ClusterClock['advanceTo']>[0],
  { signal, onProgress }: AdvanceOptions = {},
): Promise<void> {
  let storedAt = clock.elapsed();
  let storing = Promise.resolve();
  const follow = (reached: number): void => {
    onProgress?.(reached);
    if (clock.elapsed() - storedAt < PERIOD) return;
    storedAt = clock.elapsed();
    storing = storing.then(() => storeClock(clock, storage)).catch(() => undefined); // The last write reports errors.
  };
  try {
    await clock.advanceTo(time, { signal, onProgress: follow });
  } finally {
    await storing;
    await storeClock(clock, storage);
  }
}
