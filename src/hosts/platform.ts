import { type Clock, chainTimers, type Random } from '../api/environment.ts';

/** Longest wait of work in progress, in milliseconds. */
const STEP = 10;

/** The platform's clock, for hosts to pass to the core. Its timers do not keep a Node process running. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: chainTimers((milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    // Timers of a server must not keep a Node process alive, but a program that awaits a step of the clock must not
    // end. In browsers, timers are numbers.
    if (typeof timer === 'object' && milliseconds > STEP) (timer as { unref?: () => void }).unref?.();
    return () => clearTimeout(timer);
  }),
  nextTurn,
};

/** Calls back after other pending work. Browsers delay short timers by milliseconds, but not messages. */
export function nextTurn(callback: () => void): () => void {
  if (typeof setImmediate === 'function') {
    const turn = setImmediate(callback);
    return () => clearImmediate(turn);
  }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  port2.postMessage(undefined);
  return () => port1.close();
}

/** A pool of random bytes, because each call into the platform has a high fixed cost. */
const pool = new Uint8Array(4096);
let unused = 0;

/** The platform's randomness, for hosts to pass to the core. */
export const systemRandom: Random = {
  bytes(count) {
    if (count > pool.length) return crypto.getRandomValues(new Uint8Array(count));
    if (unused < count) {
      crypto.getRandomValues(pool);
      unused = pool.length;
    }
    const taken = pool.slice(unused - count, unused);
    // The returned bytes may become a secret, so they are erased here.
    pool.fill(0, unused - count, unused);
    unused -= count;
    return taken;
  },
};

/** The first revision of a new storage. Clusters start in the hundreds, so that revision 1 counts as compacted. */
export const FIRST_REVISION = 300;
