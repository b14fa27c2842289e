import type { Clock } from '../../../api/environment.ts';
import type { Timeline } from './timeline.ts';

/**
 * Milliseconds until a timeline starts that no view needs: its many requests would delay those of the first view. It
 * reads the changes until then from the history that the server retains.
 */
const DELAY = 10_000;

/** Starts a timeline as soon as a view follows it, or after the delay. */
export function startWhenNeeded({ store, start }: Pick<Timeline, 'store' | 'start'>, clock: Clock): void {
  if (store.isFollowed()) {
    start();
    return;
  }
  const startOnce = () => {
    leave();
    cancel();
    start();
  };
  const leave = store.whenFollowed(startOnce);
  const cancel = clock.after(DELAY, startOnce);
}
