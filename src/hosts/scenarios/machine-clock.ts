import type { Clock } from '../../api/environment.ts';
import { nextTurn, systemClock } from '../platform.ts';

/** Longest wait that only yields to other work, and longest wait of any kind, in milliseconds. */
const SHORT = 1;
const LONG = 1000;

/**
 * Returns the clock of a machine on which no time passes, so that nothing depends on the speed of the real one. The
 * server's periodic tasks do not run on it, and requests do not time out.
 */
export const machineClock = (time: number): Clock => ({
  now: () => time,
  after(milliseconds, callback) {
    if (milliseconds > LONG) return () => undefined;
    return milliseconds > SHORT ? systemClock.after(milliseconds, callback) : nextTurn(callback);
  },
});
