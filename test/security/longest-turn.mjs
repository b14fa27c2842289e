import { performance } from 'node:perf_hooks';

/**
 * The longest delay of the event loop that tests accept, in milliseconds. No request may delay it for more than 250 ms on
 * an idle machine. The factor of six is for machines that run several tests concurrently: their processors share caches
 * and memory. A step that becomes quadratic takes tens of seconds with hostile requests.
 */
export const LONGEST_DELAY = 6 * 250;

/** Milliseconds between two samples of the clock. */
const RESOLUTION = 5;

let longest = 0;
let turn = performance.now();
let processor = process.cpuUsage();

/**
 * Ends a turn of the event loop. Waiting for a processor also delays a process, but its own delay never exceeds the
 * processor time that it has used in the turn. The histogram of `monitorEventLoopDelay` misses the turn in which it is reset.
 */
function endTurn() {
  const { user, system } = process.cpuUsage(processor);
  const now = performance.now();
  longest = Math.max(longest, Math.min(now - turn - RESOLUTION, (user + system) / 1000));
  turn = now;
  processor = process.cpuUsage();
}

/** Measures the turns of this process's event loop from now on. */
export const measureTurns = () => setInterval(endTurn, RESOLUTION).unref();

/**
 * Returns the longest delay of the event loop since the last call, in milliseconds, without the time in which other
 * processes ran.
 */
export function longestTurn() {
  endTurn();
  const found = longest;
  longest = 0;
  return found;
}
