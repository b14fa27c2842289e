import type { Clock } from '../../api/environment.ts';

const PAUSE_MILLISECONDS = 5;

/** How long a seed waits for what a controller or the server has to do first. */
const LONGEST_WAIT_SECONDS = 30;

/**
 * Looks until `isDone` returns true. On a clock that stands still, the pauses between looks count as time.
 * @param failure returns what is missing
 * @throws Error with `failure` when it takes longer than 30 seconds; what `isDone` throws
 */
export async function lookUntil(isDone: () => Promise<boolean>, failure: () => string, clock: Clock): Promise<void> {
  const begin = clock.now();
  let waited = 0;
  while (waited < LONGEST_WAIT_SECONDS * 1000) {
    if (await isDone()) return;
    await pause(clock);
    waited = Math.max(waited + PAUSE_MILLISECONDS, clock.now() - begin);
  }
  throw new Error(`${failure()} (waited for ${LONGEST_WAIT_SECONDS} seconds)`);
}

const pause = (clock: Clock): Promise<void> => new Promise((resolve) => void clock.after(PAUSE_MILLISECONDS, resolve));
