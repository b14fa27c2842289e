import { type Clock, chainTimers, type Random } from '../api/environment.ts';

/** The clock and the randomness of the platform, for hosts to hand to the core. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: chainTimers((milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    // A timer of the server must not keep a Node process alive; browsers have numbers here.
    if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.();
    return () => clearTimeout(timer);
  }),
};

/** Asked for in advance: the platform takes longer to be asked than to answer. */
const pool = new Uint8Array(4096);
let unused = 0;

export const systemRandom: Random = {
  bytes(count) {
    if (count > pool.length) return crypto.getRandomValues(new Uint8Array(count));
    if (unused < count) {
      crypto.getRandomValues(pool);
      unused = pool.length;
    }
    const taken = pool.slice(unused - count, unused);
    // What was given out may become a secret: nothing of it stays here.
    pool.fill(0, unused - count, unused);
    unused -= count;
    return taken;
  },
};

/** For a new storage: a cluster's first revisions are in the hundreds, so that revision 1 counts as long gone. */
export const FIRST_REVISION = 300;
