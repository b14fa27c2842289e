import type { Storage } from '../storage/storage.ts';

/** The longest interval of a timer. */
const INTERVAL = 2 ** 31 - 1;

/**
 * Keeps a Node process running until the storage is closed, as an open server does. Timers of the system clock do not.
 */
export function keepRunning(storage: Storage): Storage {
  const timer = setInterval(() => undefined, INTERVAL);
  const close = storage.close.bind(storage);
  return Object.assign(storage, {
    close: () => {
      clearInterval(timer);
      return close();
    },
  });
}
