import type { Clock } from '../../api/environment.ts';

const PAUSE_MILLISECONDS = 5;

/** How long a seed waits for work of a controller or the server. */
const LONGEST_WAIT_SECONDS = 30;

/**
 * Polls until `isDone` returns true. On a paused clock, the pauses between attempts count as time.
 * @param failure returns what is missing
 * @throws Error with `failure` after 30 seconds; what `isDone` throws
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
