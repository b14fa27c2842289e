import type { Clock, Random } from '../api/environment.ts';

/** The clock and the randomness of the platform, for hosts to hand to the core. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    // A timer of the server must not keep a Node process alive; browsers have numbers here.
    if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.();
    return () => clearTimeout(timer);
  },
};

export const systemRandom: Random = {
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
};

/** For a new storage: a cluster's first revisions are in the hundreds, so that revision 1 counts as long gone. */
export const FIRST_REVISION = 300;
