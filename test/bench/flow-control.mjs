/**
 * Measures the cost of priority and fairness for a request that need not wait: a get and a create, in process and through
 * the Node host. Run by `npm run bench`.
 */
import { spawnSync } from 'node:child_process';
import { bundle } from './bundle.mjs';

const ROUNDS = 40;
const REQUESTS = 200;
const CONFIGMAPS = '/api/v1/namespaces/default/configmaps';

/** Starts a Node host. Returns functions that send one request each, and a function that stops the host. */
async function hostWith({ startNodeHost }, flags) {
  const host = await startNodeHost({
    port: 0,
    flags: { dialect: 'kubernetes', 'token-auth-file': 'token,admin,uid,"system:masters"\n', ...flags },
  });
  const authorization = 'Bearer token';
  const writeHeaders = { authorization, 'content-type': 'application/json' };
  const sendOverHttp = async (path, object) => {
    const init = object
      ? { method: 'POST', headers: writeHeaders, body: JSON.stringify(object) }
      : { headers: { authorization } };
    const response = await fetch(host.url + path, init);
    if (!response.ok) throw new Error(await response.text());
    await response.arrayBuffer();
  };
  const { signal } = new AbortController();
  const read = { method: 'GET', origin: host.url, headers: new Headers({ authorization }), body: undefined, signal };
  const write = { ...read, method: 'POST', headers: new Headers(writeHeaders) };
  const sendInProcess = async (target, object) => {
    const request = object
      ? { ...write, target, body: { kind: 'text', text: JSON.stringify(object) } }
      : { ...read, target };
    const { status, body } = await host.server.answer(request);
    if (status >= 400 || body?.kind !== 'text') throw new Error(`${target}: ${status}`);
  };
  let created = 0;
  const object = () => ({ metadata: { name: `object-${created++}` }, data: { key: 'value' } });
  const requests = {
    'get, in process': () => sendInProcess(`${CONFIGMAPS}/object-0`),
    'create, in process': () => sendInProcess(CONFIGMAPS, object()),
    'get, over HTTP': () => sendOverHttp(`${CONFIGMAPS}/object-0`),
    'create, over HTTP': () => sendOverHttp(CONFIGMAPS, object()),
  };
  await requests['create, in process']();
  return { requests, close: () => host.close() };
}

/** Microseconds of CPU time for each request, which other work on the machine affects less than elapsed time. */
async function microseconds(request) {
  const before = process.cpuUsage();
  for (let count = 0; count < REQUESTS; count++) await request();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
}

/** The lower quartile, because garbage collection affects only some rounds. */
const typical = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)];

/** Returns microseconds per request with and without flow control, measured in alternating rounds. */
async function measure() {
  const node = await import(await bundle('src/hosts/node/node.ts'));
  const unlimited = { 'max-requests-inflight': 0, 'max-mutating-requests-inflight': 0 };
  const hosts = [
    await hostWith(node, {}),
    await hostWith(node, { 'enable-priority-and-fairness': false, ...unlimited }),
  ];
  const measured = {};
  for (const name of Object.keys(hosts[0].requests)) {
    const times = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      for (const index of round % 2 ? [0, 1] : [1, 0])
        times[index].push(await microseconds(hosts[index].requests[name]));
    }
    measured[name] = times.map(typical);
  }
  for (const { close } of hosts) await close();
  return measured;
}

/** Measures in a separate process, because code that has run for other benchmarks is slower. */
export function measureFlowControl() {
  const { stdout } = spawnSync(process.execPath, [import.meta.filename], { encoding: 'utf8' });
  return JSON.parse(stdout);
}

if (process.argv[1] === import.meta.filename) {
  console.log(JSON.stringify(await measure()));
  process.exit(0);
}
