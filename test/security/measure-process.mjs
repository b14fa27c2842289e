/** Preloaded into a server process: reports its resource usage to the parent process. */
import { longestTurn, measureTurns } from './longest-turn.mjs';

measureTurns();

let highest = 0;
function observe() {
  const { heapUsed, external } = process.memoryUsage();
  highest = Math.max(highest, heapUsed + external);
}
setInterval(observe, 5).unref();

process.on('message', (message) => {
  if (message === 'live') {
    globalThis.gc();
    highest = 0;
    const { heapUsed, external } = process.memoryUsage();
    process.send(heapUsed + external);
    return;
  }
  observe();
  const handles = process.getActiveResourcesInfo().length;
  process.send({ rss: process.memoryUsage.rss(), highest, delay: longestTurn(), handles });
});
process.channel?.unref();
