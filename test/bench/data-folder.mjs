/**
 * Measures creates over HTTP with 32 in flight against `tabplane serve`, in memory and with data folders. The servers
 * take turns, so that other programs affect them alike. Run by `npm run bench`, which has built the package.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTabplane } from './http/measured-server.mjs';
import { sendMany } from './http/send.mjs';

const ROUNDS = 9;
const CREATES = 1600;
/** Creates of each server before the measurement: V8 compiles a server's code during its first thousands of requests. */
const FIRST_CREATES = 6400;

const body = (name) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { text: 'x'.repeat(200) } });

let created = 0;

/** Returns creates per second, and the microseconds of processor time of one. */
async function measure(server, count = CREATES) {
  const create = () => ({
    ...{ method: 'POST', path: '/api/v1/namespaces/default/configmaps', type: 'application/json' },
    body: body(`object-${created++}`),
  });
  const [began, before] = [performance.now(), await server.used()];
  await sendMany(server, create, count);
  const rate = (count * 1000) / (performance.now() - began);
  return { rate, time: ((await server.used()) - before) / count };
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Returns creates per second, and the processor time of one, in memory, in a folder, and in a folder without sync. */
export async function measureDataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'tabplane-bench-'));
  const inFolder = (name) => ['--data-dir', join(folder, name)];
  const servers = [];
  try {
    for (const args of [[], inFolder('synced'), [...inFolder('unsynced'), '--data-dir-sync=false']])
      servers.push(await startTabplane(folder, args));
    for (const server of servers) await measure(server, FIRST_CREATES);
    const measured = servers.map(() => []);
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, server] of servers.entries()) measured[index].push(await measure(server));
    const [memory, synced, unsynced] = measured.map((results) => ({
      rate: median(results.map(({ rate }) => rate)),
      time: median(results.map(({ time }) => time)),
    }));
    return { memory, synced, unsynced };
  } finally {
    for (const server of servers) server.end();
    await Promise.all(servers.map(({ ended }) => ended));
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) console.log(await measureDataFolder());
