/**
 * `npm run performance`: profiles `tabplane serve` during each kind of request, and writes to docs/performance.md where the
 * processor time goes.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../src/scripts/run-command.mjs';
import { bundle } from './bundle.mjs';
import { startTabplane } from './http/measured-server.mjs';
import { fill, LISTS, REQUESTS_IN_FLIGHT } from './http/requests.mjs';
import { sendMany } from './http/send.mjs';

const PAGE = join(root, 'docs/performance.md');
const [BEGIN, END] = ['<!-- written by npm run performance -->', '<!-- end -->'];

/** Parts below this share of every kind of request are summed up. */
const SMALLEST = 0.02;
const OTHERS = 'others';
const NODE = 'Node: HTTP, sockets, streams';
const BUILT_IN = 'V8: built-in functions';
const GARBAGE = 'V8: garbage collection';

const [IN_FLIGHT, ONE] = [
  { count: 3000, inFlight: 32 },
  { count: 60, inFlight: 1 },
];

const withOptions = (requests, options) =>
  Object.entries(requests).map(([name, requestOf]) => ({ name, requestOf, ...options }));

const KINDS = [...withOptions(REQUESTS_IN_FLIGHT, IN_FLIGHT), ...withOptions(LISTS, ONE)];

const sourceMaps = new Map();

function sourceMapOf(url) {
  let map = sourceMaps.get(url);
  if (!map) {
    map = new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')));
    sourceMaps.set(url, map);
  }
  return map;
}

/** Returns the part of the server that a function of a profile belongs to. */
function partOf({ url, lineNumber, columnNumber, functionName }) {
  if (url.startsWith('node:') || functionName === 'writev') return NODE;
  if (functionName === '(garbage collector)') return GARBAGE;
  if (url === '') return BUILT_IN;
  if (!url.includes('/bench/main/')) return OTHERS;
  const { originalSource = '' } = sourceMapOf(url).findEntry(lineNumber, columnNumber);
  const [, room, inner] = /src\/([\w-]+)\/([\w-]+)?/.exec(originalSource) ?? [];
  if (!room) return OTHERS;
  return ['server', 'hosts', 'api'].includes(room) ? `\`${room}/${inner}\`` : `\`${room}\``;
}

/** Returns the share of each part in the time in which a profiled process was not idle. */
function sharesOf({ nodes, samples, timeDeltas }) {
  const functions = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map();
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const frame = functions.get(id);
    // `dispatch` is the profiler itself, which reads the program when it starts.
    if (['(idle)', 'dispatch'].includes(frame.functionName) && frame.url === '') continue;
    const part = partOf(frame);
    times.set(part, (times.get(part) ?? 0) + timeDeltas[index]);
    total += timeDeltas[index];
  }
  return new Map([...times].map(([part, time]) => [part, time / total]));
}

/** Returns the microseconds of processor time of each part per request, and their sum. */
async function measureKind(server, { requestOf, count, inFlight }) {
  let number = 0;
  const work = async () => {
    const first = number;
    number += count;
    await sendMany(server, (index) => requestOf(first + index), count, inFlight);
  };
  await work();
  const before = await server.used();
  await work();
  const sum = ((await server.used()) - before) / count;
  const shares = sharesOf(await server.profile(work));
  return { sum, shares };
}

function tableOf(kinds) {
  const parts = new Set(kinds.flatMap(({ shares }) => [...shares.keys()]));
  const largest = (part) => Math.max(...kinds.map(({ shares }) => shares.get(part) ?? 0));
  const shown = [...parts].filter((part) => part !== OTHERS && largest(part) >= SMALLEST);
  shown.sort((one, other) => largest(other) - largest(one));
  const text = (microseconds) => Math.round(microseconds).toLocaleString('en');
  const row = (title, timeOf) => `| ${[title, ...kinds.map((kind) => text(timeOf(kind)))].join(' | ')} |`;
  const shareOf = ({ sum, shares }, part) => sum * (shares.get(part) ?? 0);
  const rest = (kind) => kind.sum - shown.reduce((total, part) => total + shareOf(kind, part), 0);
  return [
    `| µs per request | ${kinds.map(({ name }) => name).join(' | ')} |`,
    `|---|${kinds.map(() => '---:|').join('')}`,
    ...shown.map((part) => row(part, (kind) => shareOf(kind, part))),
    row(OTHERS, rest),
    row('**sum**', ({ sum }) => sum),
  ].join('\n');
}

const program = fileURLToPath(await bundle('src/hosts/node/main.ts'));
const folder = mkdtempSync(join(tmpdir(), 'tabplane-bench-'));
const server = await startTabplane(folder, [], { program });
const kinds = [];
try {
  await fill(server);
  for (const kind of KINDS) kinds.push({ name: kind.name, ...(await measureKind(server, kind)) });
} finally {
  server.end();
  await server.ended;
  rmSync(folder, { recursive: true, force: true });
}
const page = readFileSync(PAGE, 'utf8');
const [before, after] = [page.slice(0, page.indexOf(BEGIN) + BEGIN.length), page.slice(page.indexOf(END))];
writeFileSync(PAGE, `${before}\n\n${tableOf(kinds)}\n\n${after}`);
