/**
 * `npm run bench`: measures the service worker in Chromium with a profile on disk, next to the limits of the platform
 * in the same run. Figures are comparable within a run, but not across machines.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../../src/scripts/run-command.mjs';
import { openBrowser } from '../helpers/open-browser.mjs';
import { measureCauses } from './causes.mjs';
import { killWorkers, measureColdStart } from './cold-start.mjs';
import { measureDataFolder } from './data-folder.mjs';
import { measureDay } from './day.mjs';
import { measureDecisions } from './decisions.mjs';
import { measureEtcd } from './etcd.mjs';
import { measureFlowControl } from './flow-control.mjs';
import { measureForks } from './forks.mjs';
import { measureFrames } from './frames.mjs';
import { measureNodeHttp } from './http/node-http.mjs';
import * as inPage from './in-page.mjs';
import { measureLargeCluster } from './large-cluster.mjs';
import { measureListed } from './listed.mjs';
import { bundleSize, IMPORTS } from './package-sizes.mjs';
import { measurePolicies } from './policies.mjs';
import { measureRows } from './rows.mjs';
import { measureScaleAlone } from './scale.mjs';
import { measureWebhook } from './webhooks.mjs';

const NODES = 1000;
const PODS = 10_000;
const FRAME_NODES = 50;
const FRAME_PODS = 500;
const LIST_LENGTH = 10_000;
const SECONDS = 4;
const STORED = [11_000, 50_000];

spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
const script = readFileSync(join(root, 'dist/app/sw.js'));
const [laterName] = readdirSync(join(root, 'dist/app/assets')).filter((name) => name.startsWith('sw-later-'));
const later = readFileSync(join(root, 'dist/app/assets', laterName));

/** A worker that only responds: the minimum cost of every request through a worker. */
const TRIVIAL = `
let listing = '';
const watches = new Set();
const encoder = new TextEncoder();
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (new URL(event.request.url).pathname.startsWith('/api')) event.respondWith(answer(event.request));
});
async function answer(request) {
  if (request.url.endsWith('watch=true')) {
    let watch;
    const stream = new ReadableStream({ start: (controller) => watches.add((watch = controller)), cancel: () => watches.delete(watch) });
    return new Response(stream);
  }
  if (request.method === 'GET') return new Response(request.url.endsWith('/list') ? listing : '{"kind":"ConfigMap"}');
  const body = await request.text();
  if (request.method === 'PUT') listing = body;
  if (watches.size > 0) {
    const event = encoder.encode('{"type":"ADDED","object":' + body + '}\\n');
    for (const watch of watches) watch.enqueue(event);
  }
  return new Response(request.method === 'PUT' ? '' : body, { status: 201 });
}`;

/** Serves an empty page and one worker. Each worker requires a separate origin. */
async function serveWorker(source) {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const sent = path === '/sw.js' ? source : path === `/assets/${laterName}` ? later : undefined;
    response.setHeader('content-type', sent ? 'text/javascript' : 'text/html');
    response.end(sent ?? '<!doctype html><title>bench</title>');
  });
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  return { url: `http://localhost:${server.address().port}`, close: () => server.close() };
}

const { context, close } = await openBrowser();
const [own, trivial] = await Promise.all([serveWorker(script), serveWorker(TRIVIAL)]);

async function openPage({ url }) {
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate(inPage.register);
  return page;
}

const perSecond = (rate) => `${Math.round(rate).toLocaleString('en')}/s`;
const milliseconds = (time) => `${Math.round(time).toLocaleString('en')} ms`;
const ratio = (value, base) => `${(value / base).toFixed(2)}×`;
const line = (name, ...cells) => console.log(name.padEnd(34), ...cells.map((cell) => cell.padStart(14)));

const ownPage = await openPage(own);
const trivialPage = await openPage(trivial);

line('', 'Tabplane', 'bare worker', 'of bare', 'bare IndexedDB', 'of both');
for (const inFlight of [1, 50]) {
  const options = { inFlight, seconds: SECONDS };
  const database = await trivialPage.evaluate(inPage.databaseWrites, options);
  const base = await trivialPage.evaluate(inPage.posts, { ...options, isCluster: false });
  const rate = await ownPage.evaluate(inPage.posts, { ...options, isCluster: true });
  // One after the other, as a write that is durable before it is answered has to be.
  const both = 1 / (1 / base + 1 / database);
  const cells = [perSecond(rate), perSecond(base), ratio(rate, base), perSecond(database)];
  line(`writes, ${inFlight} in flight`, ...cells, ...(inFlight === 1 ? [ratio(rate, both)] : []));
}
for (const [name, contentType] of [
  ['applies', 'application/apply-patch+yaml'],
  ['merge patches', 'application/merge-patch+json'],
  ['strategic patches', 'application/strategic-merge-patch+json'],
]) {
  const options = { inFlight: 50, seconds: SECONDS, contentType };
  const base = await trivialPage.evaluate(inPage.patches, { ...options, isCluster: false });
  const rate = await ownPage.evaluate(inPage.patches, { ...options, isCluster: true });
  line(`${name}, 50 in flight`, perSecond(rate), perSecond(base), ratio(rate, base));
}
for (const inFlight of [1, 50]) {
  const options = { inFlight, seconds: SECONDS };
  const base = await trivialPage.evaluate(inPage.gets, { ...options, isCluster: false });
  const rate = await ownPage.evaluate(inPage.gets, { ...options, isCluster: true });
  line(`reads, ${inFlight} in flight`, perSecond(rate), perSecond(base), ratio(rate, base));
}
const watching = { watchers: 100, writes: 200 };
const fanOutBase = await trivialPage.evaluate(inPage.fanOut, watching);
const fanOutRate = await ownPage.evaluate(inPage.fanOut, watching);
line('events to 100 watchers', perSecond(fanOutRate), perSecond(fanOutBase), ratio(fanOutRate, fanOutBase));
await ownPage.evaluate(inPage.fill, LIST_LENGTH);
const listing = await ownPage.evaluate(inPage.listing);
await trivialPage.evaluate(inPage.putListing, listing);
const listTime = await ownPage.evaluate(inPage.timeList, { isCluster: true });
const postTime = await trivialPage.evaluate(inPage.timeList, { isCluster: false });
line(
  `list of ${LIST_LENGTH.toLocaleString('en')} (${(listing.length / 2 ** 20).toFixed(1)} MiB)`,
  milliseconds(listTime),
  milliseconds(postTime),
  ratio(listTime, postTime),
);
await killWorkers(context, ownPage);
line('cold start, after all of this', milliseconds(await ownPage.evaluate(inPage.firstAnswer)));
for (const objects of STORED) {
  const worker = await serveWorker(script);
  const page = await openPage(worker);
  const time = await measureColdStart(context, page, objects);
  line(`cold start, ${objects.toLocaleString('en')} objects`, milliseconds(time));
  await page.close();
  worker.close();
}
const kibibytes = (content) => `${Math.round(gzipSync(content).length / 1024)} KiB`;
line('worker script at the start, gzip', kibibytes(script));
line('worker script loaded later, gzip', kibibytes(later));
const embedded = readFileSync(join(root, 'dist/worker/tabplane-worker.js'));
line('worker to embed, gzip', kibibytes(embedded));
for (const imported of IMPORTS)
  line(`${imported.name}, gzip`, `${((await bundleSize(imported)) / 1024).toFixed(1)} KiB`);

await close();
own.close();
trivial.close();

// A new browser, because unfinished work from the writes would distort the webhook figures.
const quiet = await openBrowser();
const { called, uncalled } = await measureWebhook(quiet.context);
await quiet.close();
console.log();
line('', 'with', 'without', 'difference', 'of one without');
line(
  'create, webhook in the sandbox',
  ...[called, uncalled, called - uncalled].map((time) => `${time.toFixed(2)} ms`),
  ratio(called - uncalled, uncalled),
);

const MANY_BINDINGS = 10_000;
const { amongFew, amongMany, afterWrite } = await measureDecisions(MANY_BINDINGS);
const microseconds = (time) => `${time.toFixed(1)} µs`;
console.log();
line('', 'among 10,000', 'among 10', 'ratio');
line('decision, 5 own bindings', microseconds(amongMany), microseconds(amongFew), ratio(amongMany, amongFew));
line('the first after one is written', `${afterWrite.toFixed(1)} ms`);

console.log();
line('create that passes policies', 'with', 'without', 'ratio');
for (const [name, count] of [
  ['one policy', 1],
  ['ten policies', 10],
]) {
  const policies = await measurePolicies(count);
  const times = [policies.ratio, 1].map((each) => microseconds(each * policies.microseconds));
  line(name, ...times, ratio(policies.ratio, 1));
}

console.log();
line('Node, processor time per request', 'Tabplane', 'bare server', 'of bare');
for (const { name, own, limit } of await measureNodeHttp())
  line(name, microseconds(own), microseconds(limit), ratio(limit, own));

console.log();
const sizes = [5_000, 20_000, 50_000];
line('list, processor time', ...sizes.map((size) => `of ${size.toLocaleString('en')}`), 'ratio');
for (const [name, times] of Object.entries(await measureListed()))
  line(name, ...sizes.map((size) => `${times[size].toFixed(1)} ms`), ratio(times[50_000], times[5_000]));

const large = await measureLargeCluster();
const mebibytes = (bytes) => `${Math.round(bytes / 2 ** 20)} MiB`;
const LONGEST_PAUSE = 50;
console.log();
line('50,000 objects of 1.5 KB', 'memory', 'JSON text', 'ratio');
for (const [name, bytes] of [
  ['after a forced collection', large.memory.collected],
  ['without it', large.memory.used],
])
  line(name, mebibytes(bytes), mebibytes(large.memory.text), ratio(bytes, large.memory.text));
line('longest pause, processor time', 'pause', 'allowed', 'ratio');
for (const [name, pause] of Object.entries(large.pauses))
  line(name, milliseconds(pause), milliseconds(LONGEST_PAUSE), ratio(pause, LONGEST_PAUSE));
const { loaded, idle } = large.latency;
line('latency of a get, p99', 'under load', 'idle', 'ratio');
line('100 creates/s, 100 watchers', ...[loaded, idle].map((time) => `${time.toFixed(2)} ms`), ratio(loaded, idle));
line('watch that is not read', large.unreadEvents === undefined ? 'open' : `ended, ${large.unreadEvents} events`);

const causes = await measureCauses();
console.log();
line('processor time', 'without cause', 'with cause');
line('pod of a controller', microseconds(causes.microseconds), `${((causes.ratio - 1) * 100).toFixed(1)} % more`);

const { memory, synced, unsynced } = await measureDataFolder();
console.log();
line('create over HTTP, 32 in flight', 'in a folder', 'in memory', 'ratio');
for (const [name, folder] of [
  ['--data-dir', synced],
  ['--data-dir-sync=false', unsynced],
]) {
  line(name, perSecond(folder.rate), perSecond(memory.rate), ratio(folder.rate, memory.rate));
  line('  processor time', microseconds(folder.time), microseconds(memory.time), ratio(memory.time, folder.time));
}

const etcd = await measureEtcd();
if (etcd) {
  console.log();
  line('over etcd, processor time', 'Tabplane', 'bare put', 'of bare');
  line('create, 32 in flight', microseconds(etcd.create), microseconds(etcd.put), ratio(etcd.put, etcd.create));
  line('', 'three servers', 'one', 'reads of three');
  line('get of the newest state', microseconds(etcd.three), microseconds(etcd.one), ratio(3 * etcd.one, etcd.three));
  const { bareThree, bareOne } = etcd;
  line('get of bare servers', microseconds(bareThree), microseconds(bareOne), ratio(3 * bareOne, bareThree));
}

const flow = measureFlowControl();
console.log();
line('requests that need not wait', 'flow control', 'without', 'ratio');
for (const [name, [limited, free]] of Object.entries(flow))
  line(name, microseconds(limited), microseconds(free), ratio(limited, free));

const day = await measureDay();
console.log();
line('', 'a day', 'stops');
line('Moved clock of the shop', milliseconds(day.milliseconds), day.stops.toLocaleString('en'));

const forks = await measureForks();
console.log();
line('', 'median', `${forks.tests} tests`, 'memory');
line(
  'cluster of its own for a test',
  `${forks.fork.toFixed(2)} ms`,
  milliseconds(forks.all),
  `${Math.round(forks.memory / 1024)} KiB`,
);

const scale = await measureScaleAlone(NODES, PODS);
console.log();
line(`${PODS} pods on ${NODES} nodes`, 'pods', 'of processor time', 'writes per pod', 'memory');
line(
  'until they run',
  perSecond((PODS * 1000) / scale.milliseconds),
  perSecond((PODS * 1000) / scale.processor),
  (scale.writes / PODS).toFixed(1),
  `${Math.round(scale.memory / 2 ** 20)} MiB`,
);

const header = ['fewest in 1 s', 'below 30/s', 'idle page too', 'worst frame', 'longest task', 'seconds'];
function frameLines(title, frames) {
  console.log();
  line(title, ...header);
  for (const [name, { own, machine, seconds }] of Object.entries(frames)) {
    const cells = ({ fewest, slow, shared, frames, worst, longest }) => [
      String(fewest),
      `${slow} of ${frames}`,
      String(shared),
      milliseconds(worst),
      milliseconds(longest),
    ];
    line(name, ...cells(own), seconds.toFixed(1));
    line('  a page of an idle cluster then', ...cells(machine));
  }
}
frameLines(`page, ${FRAME_PODS} pods on ${FRAME_NODES} nodes`, await measureFrames(FRAME_NODES, FRAME_PODS));
const rows = await measureRows(PODS);
frameLines(`list of ${PODS} pods`, rows.measured);
line('effect of a deletion', milliseconds(rows.deletion));
