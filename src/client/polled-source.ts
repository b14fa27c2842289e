import type { Clock } from '../api/environment.ts';
import { ApiError, clientFailure } from './api-error.ts';
import type { ReflectorSource } from './reflector.ts';

/** Milliseconds between two lists. */
const INTERVAL = 5000;

/** Returns a source for a resource without watch support. It lists the collection periodically. */
export function polledSource<T>(source: ReflectorSource<T>, clock: Clock): ReflectorSource<T> {
  return {
    ...source,
    // Yields no events. The error of an expired version makes the reflector list again.
    async *watch(_, signal) {
      await new Promise<void>((resolve) => {
        const cancel = clock.after(INTERVAL, resolve);
        signal.addEventListener('abort', () => {
          cancel();
          resolve();
        });
      });
      throw EXPIRED;
    },
  };
}

const EXPIRED = new ApiError({ ...clientFailure(410, 'the collection is listed again'), reason: 'Expired' });
