/** Loaded into a server's process before anything else: tells its parent what the process has used. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delays = monitorEventLoopDelay({ resolution: 10 });
delays.enable();
let processor = process.cpuUsage();

process.on('message', (message) => {
  if (message === 'live') {
    globalThis.gc();
    const { heapUsed, external } = process.memoryUsage();
    process.send(heapUsed + external);
    return;
  }
  const { user, system } = process.cpuUsage(processor);
  processor = process.cpuUsage();
  process.send({ rss: process.memoryUsage.rss(), delay: delays.max / 1e6, processor: (user + system) / 1000 });
  delays.reset();
});
process.channel?.unref();
