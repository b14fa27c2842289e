/**
 * `npm run performance`: profiles `tabplane serve` during each kind of request, and writes to docs/performance.md where the
 * processor time goes. Without etcd, it leaves out the columns that need it.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../src/scripts/run-command.mjs';
import { bundle } from './bundle.mjs';
import { creator, FIRST_READS, sendGets, startEtcd } from './etcd.mjs';
import { startTabplane } from './http/measured-server.mjs';
import { fill, LISTS, REQUESTS_IN_FLIGHT } from './http/requests.mjs';
import { send, sendMany } from './http/send.mjs';
import { DEPLOYMENTS, deployment, enforcePolicies } from './policies.mjs';
import { measureParts, OTHERS } from './profile-parts.mjs';

const PAGE = join(root, 'docs/performance.md');
const END = '<!-- end -->';

/** Parts below this share of every kind of request are summed up. */
const SMALLEST = 0.02;

const MANY = 6000;
const LISTED = 60;

const program = fileURLToPath(await bundle('src/hosts/node/main.ts'));
const folder = mkdtempSync(join(tmpdir(), 'tabplane-bench-'));

/** Starts servers with some flags each, calls a function with them, and ends them. Returns the result of the function. */
async function withServers(flags, measure) {
  const servers = [];
  try {
    for (const args of flags) servers.push(await startTabplane(folder, args, { program }));
    return await measure(servers);
  } finally {
    for (const server of servers) server.end();
    await Promise.all(servers.map(({ ended }) => ended));
  }
}

/** Measures numbered requests to one server. */
async function measureKind(server, name, requestOf, { count = MANY, inFlight } = {}) {
  let number = 0;
  const work = () => sendMany(server, () => requestOf(number++), count, inFlight);
  return { name, ...(await measureParts([server], work, count)) };
}

async function measureRequests([server]) {
  const kinds = [];
  await fill(server);
  for (const [name, requestOf] of Object.entries(REQUESTS_IN_FLIGHT))
    kinds.push(await measureKind(server, name, requestOf));
  for (const [name, requestOf] of Object.entries(LISTS))
    kinds.push(await measureKind(server, name, requestOf, { count: LISTED, inFlight: 1 }));
  return kinds;
}

async function measureCreate(name, [server]) {
  const create = creator(server);
  return { name, ...(await measureParts([server], () => create(MANY), MANY)) };
}

async function measureOverEtcd() {
  const etcd = await startEtcd();
  if (!etcd) return [];
  const flags = ['--etcd-servers', etcd.url];
  const get = async (name, servers) => ({
    name,
    ...(await measureParts(servers, () => sendGets(servers, MANY), MANY)),
  });
  try {
    return await withServers([flags, flags, flags], async (servers) => {
      const create = await measureCreate('create, etcd', servers);
      await sendGets(servers, FIRST_READS);
      return [
        create,
        await get('newest get, etcd', servers.slice(0, 1)),
        await get('newest get, three servers', servers),
      ];
    });
  } finally {
    await etcd.remove();
  }
}

async function measurePolicies(name, [server], policies) {
  const post = (path, object) =>
    send(server, { method: 'POST', path, type: 'application/json', body: JSON.stringify(object) });
  await enforcePolicies(post, policies);
  const create = (number) => ({
    ...{ method: 'POST', path: DEPLOYMENTS, type: 'application/json' },
    body: JSON.stringify(deployment(`web-${number}`)),
  });
  return measureKind(server, name, create);
}

function tableOf(kinds) {
  const parts = new Set(kinds.flatMap((kind) => [...kind.parts.keys()]));
  const largest = (part) => Math.max(...kinds.map(({ sum, parts }) => (parts.get(part) ?? 0) / sum));
  const shown = [...parts].filter((part) => part !== OTHERS && largest(part) >= SMALLEST);
  shown.sort((one, other) => largest(other) - largest(one));
  const text = (microseconds) => Math.round(microseconds).toLocaleString('en');
  const row = (title, timeOf) => `| ${[title, ...kinds.map((kind) => text(timeOf(kind)))].join(' | ')} |`;
  const timeOf = (kind, part) => kind.parts.get(part) ?? 0;
  const rest = (kind) => kind.sum - shown.reduce((total, part) => total + timeOf(kind, part), 0);
  return [
    `| µs per request | ${kinds.map(({ name }) => name).join(' | ')} |`,
    `|---|${kinds.map(() => '---:|').join('')}`,
    ...shown.map((part) => row(part, (kind) => timeOf(kind, part))),
    row(OTHERS, rest),
    row('**sum**', ({ sum }) => sum),
  ].join('\n');
}

/** Replaces the text after a mark of the page, up to the end that follows it. */
function replaceAfter(page, mark, text) {
  const begin = page.indexOf(mark) + mark.length;
  return `${page.slice(0, begin)}\n\n${text}\n\n${page.slice(page.indexOf(END, begin))}`;
}

try {
  const requests = await withServers([[]], measureRequests);
  const api = ['--runtime-config', 'api/all=true'];
  const compared = [
    await withServers([[]], (servers) => measureCreate('create', servers)),
    await withServers([['--data-dir', join(folder, 'data')]], (servers) =>
      measureCreate('create, data folder', servers),
    ),
    ...(await measureOverEtcd()),
    await withServers([api], (servers) => measurePolicies('create of a deployment', servers, 0)),
    await withServers([api], (servers) => measurePolicies('create under ten policies', servers, 10)),
  ];
  let page = readFileSync(PAGE, 'utf8');
  page = replaceAfter(page, '<!-- written by npm run performance -->', tableOf(requests));
  page = replaceAfter(page, '<!-- written by npm run performance, too -->', tableOf(compared));
  writeFileSync(PAGE, page);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
