/**
 * Measures what priority and fairness adds to a request that need not wait, in process: a get and a create. Run by
 * `npm run bench`.
 */
import { runnerImport } from 'vite';

const ROUNDS = 15;
const REQUESTS = 300;
const CONFIGMAPS = 'http://cluster/api/v1/namespaces/default/configmaps';

const source = (path) =>
  runnerImport(new URL(`../../src/${path}`, import.meta.url).pathname).then((found) => found.module);

/** Creates a cluster and returns functions that send one request each. */
async function clusterWith(flags) {
  const { createMemoryStorage } = await source('storage/memory-storage.ts');
  const { createServer } = await source('server/create-server.ts');
  const server = await createServer({
    storage: await createMemoryStorage(),
    clock: { now: () => Date.now(), after: () => () => undefined },
    random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
    fetch,
    flags: { dialect: 'kubernetes', 'token-auth-file': 'token,admin,uid,"system:masters"\n', ...flags },
  });
  const send = async (url, object) => {
    const headers = { authorization: 'Bearer token', ...(object ? { 'content-type': 'application/json' } : {}) };
    const init = object ? { method: 'POST', headers, body: JSON.stringify(object) } : { headers };
    const response = await server.fetch(new Request(url, init));
    if (!response.ok) throw new Error(await response.text());
    await response.arrayBuffer();
  };
  let created = 0;
  const create = () => send(CONFIGMAPS, { metadata: { name: `object-${created++}` }, data: { key: 'value' } });
  await create();
  return { create, get: () => send(`${CONFIGMAPS}/object-0`) };
}

/** Microseconds of CPU time: this way, other work on the machine matters less. */
async function microseconds(request) {
  const before = process.cpuUsage();
  for (let count = 0; count < REQUESTS; count++) await request();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
}

/** Returns microseconds per request with and without flow control: the best of alternating rounds. */
export async function measureFlowControl() {
  const unlimited = { 'max-requests-inflight': 0, 'max-mutating-requests-inflight': 0 };
  const [limited, free] = [
    await clusterWith({}),
    await clusterWith({ 'enable-priority-and-fairness': false, ...unlimited }),
  ];
  const best = { get: [Infinity, Infinity], create: [Infinity, Infinity] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const verb of ['get', 'create']) {
      for (const [index, cluster] of [limited, free].entries())
        best[verb][index] = Math.min(best[verb][index], await microseconds(cluster[verb]));
    }
  }
  return best;
}
