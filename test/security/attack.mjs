/** `npm run attack -- --seconds N --seed S`: sends generated attacks to a server, and prints their effects. */
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '24' } },
});
const { module } = await runnerImport(new URL('./attack-server.ts', import.meta.url).pathname);
const { figures, failures } = await module.attackServer(Number(values.seconds), Number(values.seed), console.log);
console.log([...figures.map(module.lineOf), ...failures].join('\n'));
process.exit(failures.length ? 1 : 0);
