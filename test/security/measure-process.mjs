/** Preloaded into a server process: reports its resource usage to the parent process. */
import { performance } from 'node:perf_hooks';

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

setInterval(endTurn, RESOLUTION).unref();

process.on('message', (message) => {
  if (message === 'live') {
    globalThis.gc();
    const { heapUsed, external } = process.memoryUsage();
    process.send(heapUsed + external);
    return;
  }
  endTurn();
  process.send({ rss: process.memoryUsage.rss(), delay: longest });
  longest = 0;
});
process.channel?.unref();
