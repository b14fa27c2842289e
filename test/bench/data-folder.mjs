/**
 * Measures creates over HTTP with 32 in flight against `tabplane serve`, in memory and with data folders. The servers
 * take turns, so that other programs affect them alike. Run by `npm run bench`, which has built the package.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../src/scripts/run-command.mjs';

const IN_FLIGHT = 32;
const ROUNDS = 9;
const CREATES = 1600;

const body = (name) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { text: 'x'.repeat(200) } });

async function startServer(folder, args) {
  const tokens = join(folder, 'tokens.csv');
  writeFileSync(tokens, 'admin-token,admin,,"system:masters"\n');
  const child = spawn(
    process.execPath,
    [join(root, 'dist/library/main.js'), 'serve', '--port', '0', '--token-auth-file', tokens, ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const port = await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => resolve(/:(\d+)\n/.exec(String(text))?.[1]));
    child.once('exit', () => reject(new Error('the server has ended')));
  });
  return {
    port,
    agent: new Agent({ keepAlive: true, maxSockets: IN_FLIGHT }),
    end: () => void child.kill(),
    ended: once(child, 'exit'),
    created: 0,
  };
}

const create = ({ port, agent }, name) =>
  new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer admin-token', 'content-type': 'application/json' };
    const path = '/api/v1/namespaces/default/configmaps';
    const sent = request({ port, agent, path, method: 'POST', headers }, (response) => {
      response.resume();
      if (response.statusCode !== 201) reject(new Error(`status ${response.statusCode}`));
      else response.on('end', resolve);
    });
    sent.on('error', reject);
    sent.end(body(name));
  });

/** Returns creates per second. */
async function measure(server) {
  const end = server.created + CREATES;
  const writer = async () => {
    while (server.created < end) await create(server, `object-${++server.created}`);
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, writer));
  return (CREATES * 1000) / (performance.now() - began);
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Returns creates per second in memory, in a folder, and in a folder without sync. */
export async function measureDataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'tabplane-bench-'));
  const inFolder = (name) => ['--data-dir', join(folder, name)];
  const servers = [];
  try {
    for (const args of [[], inFolder('synced'), [...inFolder('unsynced'), '--data-dir-sync=false']])
      servers.push(await startServer(folder, args));
    for (const server of servers) await measure(server);
    const rates = servers.map(() => []);
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, server] of servers.entries()) rates[index].push(await measure(server));
    const [memory, synced, unsynced] = rates.map(median);
    return { memory, synced, unsynced };
  } finally {
    for (const server of servers) server.end();
    await Promise.all(servers.map(({ ended }) => ended));
    rmSync(folder, { recursive: true, force: true });
  }
}
