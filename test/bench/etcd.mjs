/**
 * Measures `tabplane serve` over etcd: creates beside bare puts of the same bytes with the same client, and gets of three
 * servers beside those of one, by processor time. Bare servers show what the machine does to three processes. Run by
 * `npm run bench`, which has built the package, or alone: `node test/bench/etcd.mjs`.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { runnerImport } from 'vite';
import { findEtcd } from '../helpers/find-etcd.mjs';
import { IN_FLIGHT, startBareServer, startTabplane } from './http/measured-server.mjs';
import { give, send, sendMany } from './http/send.mjs';

const ROUNDS = 7;
const WRITES = 800;
const READS = 4000;
/**
 * Writes and reads of each server before the measurement. V8 compiles the code of a server during its first 20,000 or so
 * reads: later ones cost half as much, and of three servers two would have had fewer than one alone.
 */
const FIRST_WRITES = 6000;
export const FIRST_READS = 20_000;
const SERVERS = 3;

const GET_THREAD = new URL('./http/get-thread.mjs', import.meta.url);

const PATH = '/api/v1/namespaces/default/configmaps';

const load = async (path) => (await runnerImport(new URL(path, import.meta.url).pathname)).module;
/** Starts an etcd. Returns undefined when none is installed. */
export async function startEtcd() {
  if (!findEtcd().etcd) return undefined;
  const { EtcdProcess } = await load('../helpers/etcd-process.ts');
  return EtcdProcess.start();
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

const ownTime = async () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** Returns the microseconds of processor time of a process per work. */
async function timeOf(work, used) {
  const before = await used();
  await work(WRITES);
  return ((await used()) - before) / WRITES;
}

/** Returns a function that writes a value to new keys, 32 at a time. */
function bareWriter(client, value) {
  let written = 0;
  return async (count) => {
    const end = written + count;
    const writer = async () => {
      while (written < end) {
        const put = { request_put: { key: `/bare/registry/configmaps/default/created-${written++}`, value } };
        await client.call('Txn', { compare: [], success: [put], failure: [] });
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, writer));
  };
}

/** Returns a function that creates objects, and none twice. */
export function creator(server) {
  let created = 0;
  const create = () => ({
    ...{ method: 'POST', path: PATH, type: 'application/json' },
    body: JSON.stringify({ metadata: { name: `created-${created++}` }, data: { text: 'x'.repeat(200) } }),
  });
  return (count) => sendMany(server, create, count);
}

const GET = { path: `${PATH}/created-0`, answer: 'get' };

/** Sends gets of a created object to each server from a thread of its own, 32 at a time. */
export async function sendGets(servers, count = READS) {
  const threads = servers.map(({ port }) => new Worker(GET_THREAD, { workerData: { port, request: GET, count } }));
  await Promise.all(threads.map((thread) => once(thread, 'exit')));
}

/** Returns the microseconds of processor time of the servers per get. */
async function timePerGet(servers) {
  const sum = async () =>
    (await Promise.all(servers.map(({ used }) => used()))).reduce((total, used) => total + used, 0);
  const before = await sum();
  await sendGets(servers);
  return ((await sum()) - before) / (READS * servers.length);
}

/**
 * Returns the microseconds of processor time of a create, of a bare put, and of a get with one and with three servers,
 * Tabplane's and bare ones. Undefined without etcd.
 */
export async function measureEtcd() {
  const etcd = await startEtcd();
  if (!etcd) return undefined;
  const { EtcdClient } = await load('../../src/hosts/node/etcd/etcd-client.ts');
  const folder = mkdtempSync(join(tmpdir(), 'tabplane-bench-'));
  const client = new EtcdClient({ servers: [etcd.url] });
  const servers = [];
  const bare = [];
  try {
    servers.push(await startTabplane(folder, ['--etcd-servers', etcd.url]));
    const create = creator(servers[0]);
    await create(FIRST_WRITES);
    const { kvs } = await client.read({ key: '/tabplane/registry/configmaps/default/created-0' });
    const put = bareWriter(client, kvs[0].value);
    await put(FIRST_WRITES);
    const times = { creates: [], puts: [] };
    for (let round = 0; round < ROUNDS; round++) {
      times.puts.push(await timeOf(put, ownTime));
      times.creates.push(await timeOf(create, servers[0].used));
    }
    // Without a watch, etcd would reject its pings.
    client.close();
    while (servers.length < SERVERS) servers.push(await startTabplane(folder, ['--etcd-servers', etcd.url]));
    const answer = await send(servers[0], GET);
    while (bare.length < SERVERS) bare.push(await startBareServer());
    for (const server of bare) await give(server, GET.answer, answer);
    const groups = { one: servers.slice(0, 1), three: servers, bareOne: bare.slice(0, 1), bareThree: bare };
    for (const group of [servers, bare]) await sendGets(group, FIRST_READS);
    const gets = Object.fromEntries(Object.keys(groups).map((name) => [name, []]));
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, group] of Object.entries(groups)) gets[name].push(await timePerGet(group));
    const medians = Object.fromEntries(Object.entries(gets).map(([name, values]) => [name, median(values)]));
    return { create: median(times.creates), put: median(times.puts), ...medians };
  } finally {
    client.close();
    for (const server of [...servers, ...bare]) server.end();
    await Promise.all([...servers, ...bare].map(({ ended }) => ended));
    await etcd.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  console.log(await measureEtcd());
  process.exit(0);
}
