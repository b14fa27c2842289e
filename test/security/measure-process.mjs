/** Preloaded into a server process: reports its resource usage to the parent process. */
import { longestTurn, measureTurns } from './longest-turn.mjs';

measureTurns();

process.on('message', (message) => {
  if (message === 'live') {
    globalThis.gc();
    const { heapUsed, external } = process.memoryUsage();
    process.send(heapUsed + external);
    return;
  }
  process.send({ rss: process.memoryUsage.rss(), delay: longestTurn() });
});
process.channel?.unref();
