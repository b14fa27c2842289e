/**
 * Measures `tabplane serve` with 50,000 objects of 1.5 KB, in memory and over HTTP: its memory beside the JSON text, its
 * longest pauses, the latency of gets beside 100 watchers, and whether it ends a watch that is not read. Pauses are
 * processor time, and waits for a processor are no part of latencies, because other programs use the machine, too. Run by
 * `npm run bench`, which has built the package, or alone: `node test/bench/large-cluster.mjs`.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startTabplane, TOKEN } from './http/measured-server.mjs';
import { open, send, sendMany } from './http/send.mjs';

const OBJECTS = 50_000;
const WATCHERS = 100;
/** Creates with 32 in flight: before the measurement, so that code is compiled, and beside the watchers. */
const CREATES = 1000;
/** Milliseconds between two creates while latencies are measured. One that is late is not made up for by a burst. */
const PACE = 10;
const GETS = { count: 500, pause: 4 };
const ROUNDS = 3;

const OTHER_COLLECTION = '/api/v1/namespaces/kube-system/configmaps';
const COLLECTION = '/api/v1/namespaces/default/configmaps';
const COMPACTIONS = '/apis/debug.tabplane.dev/v1alpha1/compactions';

const LATENCY_THREAD = new URL('./http/latency-thread.mjs', import.meta.url);

/** Returns text that no other object has, so that nothing of it can be stored once for several objects. */
const textOf = (number, characters) =>
  createHash('shake256', { outputLength: characters / 2 })
    .update(String(number))
    .digest('hex');

const createOf = (number, path = COLLECTION) => ({
  ...{ method: 'POST', path, type: 'application/json' },
  body: JSON.stringify({
    metadata: { name: `object-${number}`, labels: { app: `app-${number % 100}` } },
    data: { text: textOf(number, 1140) },
  }),
});

/** Creates the objects. Returns the bytes of their JSON text. */
async function fill(server) {
  let next = 0;
  let bytes = 0;
  const creator = async () => {
    while (next < OBJECTS) {
      const { body } = await send(server, createOf(next++));
      bytes += body.length;
    }
  };
  await Promise.all(Array.from({ length: 32 }, creator));
  return bytes;
}

/** Opens a watch and does not read it. Returns a function that reads it, and returns the number of its events if it has ended. */
const openUnread = ({ port }) =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const path = `${COLLECTION}?watch=true&resourceVersion=0`;
    const sent = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      response.pause();
      resolve(async () => {
        let events = 0;
        response.on('data', (chunk) => (events += chunk.toString().split('\n').length - 1)).resume();
        const isEnded = await Promise.race([once(response, 'end').then(() => true), setTimeout(5000, false)]);
        sent.destroy();
        return isEnded ? events : undefined;
      });
    });
    sent.on('error', reject);
    sent.end();
  });

/** Returns the longest pause of the server during some work, in milliseconds. */
async function pauseDuring(server, work) {
  await server.pause();
  await work();
  return server.pause();
}

/** Watches the collection from its beginning until every object has arrived. */
async function watchAll(server) {
  let [events, arrived] = [0, () => undefined];
  const done = new Promise((resolve) => (arrived = resolve));
  const close = await open(server, { path: `${COLLECTION}?watch=true&resourceVersion=0` }, (chunk) => {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) events++;
    if (events >= OBJECTS) arrived();
  });
  await done;
  close();
}

async function openWatches(server) {
  const { body } = await send(server, { path: `${COLLECTION}?limit=1` });
  const path = `${COLLECTION}?watch=true&resourceVersion=${JSON.parse(body).metadata.resourceVersion}`;
  const closes = [];
  while (closes.length < WATCHERS) closes.push(await open(server, { path }, () => undefined));
  return () => {
    for (const close of closes) close();
  };
}

/** Returns the 99th percentile of the latency of gets, in milliseconds. */
async function latencyOfGets({ port, pid }) {
  const thread = new Worker(LATENCY_THREAD, { workerData: { port, pid, path: `${COLLECTION}/object-7`, ...GETS } });
  const [times] = await once(thread, 'message');
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)];
}

/** Creates objects at a constant pace during some work, and returns the result of the work. */
async function besideCreates(server, numbers, work) {
  const creates = [];
  let isRunning = true;
  const creating = (async () => {
    for (; isRunning; await setTimeout(PACE)) creates.push(send(server, createOf(numbers.next++)));
    await Promise.all(creates);
  })();
  const result = await work();
  isRunning = false;
  await creating;
  return result;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Returns the median latencies of gets without load and beside creates whose events go to the watchers. */
async function measureLatency(server, numbers) {
  const [idle, loaded] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    idle.push(await latencyOfGets(server));
    loaded.push(await besideCreates(server, numbers, () => latencyOfGets(server)));
  }
  return { idle: median(idle), loaded: median(loaded) };
}

async function measure(server) {
  await sendMany(server, (number) => createOf(number, OTHER_COLLECTION), CREATES);
  const readUnread = await openUnread(server);
  const pauses = {};
  let text = 0;
  pauses.creates = await pauseDuring(server, async () => {
    text = await fill(server);
  });
  const unreadEvents = await readUnread();
  const memory = { text, used: await server.memory() };
  await server.collect();
  memory.collected = await server.memory();
  pauses['new watch with all events'] = await pauseDuring(server, () => watchAll(server));
  pauses['compaction of creates'] = await pauseDuring(server, () =>
    send(server, { method: 'POST', path: COMPACTIONS }),
  );
  const numbers = { next: OBJECTS };
  const closeWatches = await openWatches(server);
  pauses['creates beside watchers'] = await pauseDuring(server, () =>
    sendMany(server, () => createOf(numbers.next++), CREATES),
  );
  const latency = await measureLatency(server, numbers);
  closeWatches();
  pauses.deletecollection = await pauseDuring(server, () => send(server, { method: 'DELETE', path: COLLECTION }));
  pauses['compaction of deletes'] = await pauseDuring(server, () =>
    send(server, { method: 'POST', path: COMPACTIONS }),
  );
  return { memory, pauses, latency, unreadEvents };
}

/**
 * Returns the bytes of the JSON text and of the memory after the creates, before and after a forced collection; the longest
 * pauses and the latencies of gets in milliseconds; and the events that a watch got that was not read until 50,000 were
 * sent, undefined when it did not end.
 */
export async function measureLargeCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'tabplane-bench-'));
  const server = await startTabplane(folder);
  try {
    return await measure(server);
  } finally {
    server.end();
    await server.ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  console.log(await measureLargeCluster());
  process.exit(0);
}
