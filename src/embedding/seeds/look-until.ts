import type { Clock } from '../../api/environment.ts';

const PAUSE_MILLISECONDS = 5;

/** How often a seed looks for what a controller or the server has to do first. */
export const MOST_LOOKS = 2000;

/** Waits before the next look. */
export const pauseBetweenLooks = (clock: Clock): Promise<void> =>
  new Promise((resolve) => void clock.after(PAUSE_MILLISECONDS, resolve));

/** Looks until `isDone` returns true. @throws Error with `failure` when it does not; what `isDone` throws */
export async function lookUntil(isDone: () => Promise<boolean>, failure: string, clock: Clock): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    if (await isDone()) return;
    await pauseBetweenLooks(clock);
  }
  throw new Error(failure);
}
