/** `npm run fuzz -- --requests N --seed S`: sends damaged requests to a server in this process, and prints a summary. */
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
});
const { module } = await runnerImport(new URL('./fuzz-server.ts', import.meta.url).pathname);
// Some requests only wait, and timers of the system clock do not keep the process running.
setInterval(() => undefined, 60_000);
const start = performance.now();
const outcome = await module.fuzzServer({
  requests: Number(values.requests),
  seed: Number(values.seed),
  report: console.log,
});
const { sent, statuses, longest, slowest, memory, failures } = outcome;
const [first, last] = memory.map((bytes) => Math.round(bytes / 2 ** 20));
console.log(
  [
    ...failures,
    `${sent} requests in ${Math.round((performance.now() - start) / 1000)} s, ${failures.length} failures`,
    `answers: ${Object.entries(statuses)
      .map(([status, count]) => `${count} with ${status}`)
      .join(', ')}`,
    `longest request: ${Math.round(longest)} ms, ${slowest.slice(0, 200)}`,
    `memory in use: ${first} MiB after the first batch, ${last} MiB after the last`,
  ].join('\n'),
);
process.exit(failures.length ? 1 : 0);
