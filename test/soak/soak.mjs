/** `npm run soak -- --host node --seconds N`: runs a mixed load for N seconds, and reports what grew; or `--host chromium`. */
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

const { values } = parseArgs({
  options: { host: { type: 'string', default: 'node' }, seconds: { type: 'string', default: '3600' } },
});
const files = { node: './soak-node.ts', chromium: './soak-chromium.ts' };
const file = files[values.host];
if (!file) throw new Error(`There is no host ${values.host}: choose ${Object.keys(files).join(' or ')}.`);
const { module } = await runnerImport(new URL(file, import.meta.url).pathname);
const soak = module.soakNode ?? module.soakChromium;
const { answered, events, problems } = await soak({
  ...{ seconds: Number(values.seconds), samples: 60, kept: Math.min(300, Math.ceil(Number(values.seconds) / 6)) },
  report: console.log,
});
console.log([`${answered} answers, ${events} events`, ...problems].join('\n'));
process.exit(problems.length ? 1 : 0);
