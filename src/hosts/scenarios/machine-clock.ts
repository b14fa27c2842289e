import type { Clock } from '../../api/environment.ts';
import { nextTurn, systemClock } from '../platform.ts';

/** Milliseconds up to which a wait only lets other work run, and up to which it ends at all. */
const SHORT = 1;
const LONG = 1000;

/**
 * Returns the clock of a machine on which no time passes, so that nothing depends on how fast the real one is. A server
 * does not do there what it does every few seconds, and requests do not time out.
 */
export const machineClock = (time: number): Clock => ({
  now: () => time,
  after(milliseconds, callback) {
    if (milliseconds > LONG) return () => undefined;
    return milliseconds > SHORT ? systemClock.after(milliseconds, callback) : nextTurn(callback);
  },
});
