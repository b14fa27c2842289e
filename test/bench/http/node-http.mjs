/**
 * Measures `tabplane serve` over HTTP beside a bare Node server that reads and writes the same bytes: the processor time
 * of both servers per request, with the load from this process. Run by `npm run bench`, which has built the package, or
 * alone: `node test/bench/http/node-http.mjs`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBareServer, startTabplane } from './measured-server.mjs';
import { COLLECTION, configMap, fill, LISTS, REQUESTS_IN_FLIGHT } from './requests.mjs';
import { give, open, send, sendMany } from './send.mjs';

const ROUNDS = 7;
const REQUESTS = 1500;
const WATCHERS = 50;

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/**
 * Returns the microseconds of processor time per request of each server. The servers take turns, so that other programs
 * affect them alike.
 * @param works functions that send a number of requests to one server each
 */
async function measureInTurns(servers, works, requests) {
  const times = servers.map(() => []);
  for (const work of works) await work(requests);
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, server] of servers.entries()) {
      const before = await server.used();
      await works[index](requests);
      times[index].push(((await server.used()) - before) / requests);
    }
  return times.map(median);
}

/** Measures one kind of request, which Tabplane answers and the bare server repeats. */
async function measureRequest([tabplane, bare], name, requestOf) {
  let number = 0;
  await give(bare, name, await send(tabplane, requestOf(number++)));
  const many = (server, answer) => (count) => {
    const first = number;
    number += count;
    return sendMany(server, (index) => ({ ...requestOf(first + index), answer }), count);
  };
  const [own, limit] = await measureInTurns([tabplane, bare], [many(tabplane), many(bare, name)], REQUESTS);
  return { name, own, limit };
}

/** Measures lists in whole or in pages, one request after the other. Times are per list. */
async function measureLists([tabplane, bare]) {
  const results = [];
  for (const [name, requestOf] of Object.entries(LISTS)) {
    await give(bare, name, await send(tabplane, requestOf()));
    const lists = (server, answer) => (count) => sendMany(server, () => ({ ...requestOf(), answer }), count, 1);
    const [own, limit] = await measureInTurns([tabplane, bare], [lists(tabplane), lists(bare, name)], 20);
    results.push({ name, own, limit });
  }
  return results;
}

/** Measures creates whose events go to 50 watchers. Times are per create. */
async function measureFanOut([tabplane, bare]) {
  const path = '/api/v1/namespaces/watched/configmaps';
  const watched = `${path}?watch=true&resourceVersion=0`;
  let events = 0;
  let bytes = '';
  const ends = [];
  ends.push(await open(tabplane, { path: watched }, (chunk) => (bytes += chunk)));
  await send(tabplane, { method: 'POST', path, type: 'application/json', body: configMap('first') });
  while (!bytes.includes('"first"')) await new Promise((resolve) => setTimeout(resolve, 5));
  const event = bytes.slice(bytes.lastIndexOf('\n', bytes.length - 2) + 1);
  for (const [server, extra] of [
    [tabplane, {}],
    [bare, { answer: 'create' }],
  ])
    for (let watcher = ends.length % WATCHERS; watcher < WATCHERS; watcher++)
      ends.push(
        await open(server, { path: watched, ...extra }, (chunk) => (events += chunk.toString().split('\n').length - 1)),
      );
  let number = 0;
  const writes = (server, requestOf) => async (count) => {
    const expected = events + count * (WATCHERS - (server === tabplane ? 1 : 0));
    await sendMany(server, requestOf, count);
    while (events < expected) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  const create = () => ({ method: 'POST', path, type: 'application/json', body: configMap(`watched-${number++}`) });
  const write = () => ({ method: 'POST', path, type: 'application/json', body: event, answer: 'create' });
  const [own, limit] = await measureInTurns([tabplane, bare], [writes(tabplane, create), writes(bare, write)], 300);
  for (const end of ends) end();
  return { name: `create with ${WATCHERS} watchers`, own, limit };
}

/** Measures a get over HTTPS on servers with one certificate. */
async function measureTls(folder, started) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  const files = ['-keyout', key, '-out', certificate, '-days', '2', '-subj', '/CN=localhost'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-nodes', ...files], { stdio: 'ignore' });
  const secure = { isSecure: true };
  const own = await startTabplane(folder, ['--tls-cert-file', certificate, '--tls-private-key-file', key], secure);
  started.push(own);
  const bare = await startBareServer([key, certificate], secure);
  started.push(bare);
  await send(own, REQUESTS_IN_FLIGHT.create(0));
  return measureRequest([own, bare], 'get over TLS', () => ({ path: `${COLLECTION}/created-0` }));
}

/** Returns the microseconds of processor time of each kind of request: `own` of Tabplane, `limit` of the bare server. */
export async function measureNodeHttp() {
  const folder = mkdtempSync(join(tmpdir(), 'tabplane-bench-'));
  const started = [];
  try {
    started.push(await startTabplane(folder));
    started.push(await startBareServer());
    const servers = [...started];
    await fill(servers[0]);
    const results = [];
    for (const [name, requestOf] of Object.entries(REQUESTS_IN_FLIGHT))
      results.push(await measureRequest(servers, name, requestOf));
    results.push(...(await measureLists(servers)), await measureFanOut(servers), await measureTls(folder, started));
    return results;
  } finally {
    for (const server of started) server.end();
    await Promise.all(started.map(({ ended }) => ended));
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) console.table(await measureNodeHttp());
