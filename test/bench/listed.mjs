/**
 * Measures a page of 500 and a list with a selector of 50 objects in collections of different sizes, in process and in
 * memory, by processor time. Run by `npm run bench`, or alone: `node test/bench/listed.mjs`.
 */
import { bundle } from './bundle.mjs';

const SIZES = [5_000, 20_000, 50_000];
const SELECTED = 50;
const LISTS = 20;
const ROUNDS = 5;

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

/** The lists whose cost should depend only on their result. */
const QUERIES = { 'page of 500': 'limit=500', 'selector of 50': 'labelSelector=group%3Dselected' };

const configMap = (number, size) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: `object-${number}`,
    labels: { app: `app-${number % 100}`, group: number % (size / SELECTED) === 0 ? 'selected' : 'other' },
  },
  data: { text: 'x'.repeat(1000) },
});

async function clusterOf({ createMemoryStorage, createServer, systemClock, systemRandom }, size) {
  const server = await createServer({
    ...{ storage: await createMemoryStorage(), clock: systemClock, random: systemRandom, fetch },
    flags: { dialect: 'kubernetes', 'token-auth-file': 'token,admin,uid,"system:masters"\n' },
  });
  const answer = async (target, method, body) => {
    const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
    const response = await server.fetch(new Request(`http://cluster${target}`, { method, headers, body }));
    if (!response.ok) throw new Error(await response.text());
    return response.text();
  };
  for (let number = 0; number < size; number++)
    await answer(CONFIG_MAPS, 'POST', JSON.stringify(configMap(number, size)));
  return answer;
}

async function millisecondsPerList(answer, query) {
  const { user, system } = process.cpuUsage();
  for (let count = 0; count < LISTS; count++) await answer(`${CONFIG_MAPS}?${query}`, 'GET');
  const used = process.cpuUsage({ user, system });
  return (used.user + used.system) / 1000 / LISTS;
}

/** Returns for each query the milliseconds of a list by the number of objects in the collection. */
export async function measureListed() {
  const core = await import(await bundle('test/bench/scale-cluster.ts'));
  const results = Object.fromEntries(Object.keys(QUERIES).map((name) => [name, {}]));
  for (const size of SIZES) {
    const answer = await clusterOf(core, size);
    for (const [name, query] of Object.entries(QUERIES)) {
      let best = Infinity;
      for (let round = 0; round < ROUNDS; round++) best = Math.min(best, await millisecondsPerList(answer, query));
      results[name][size] = best;
    }
  }
  return results;
}

if (process.argv[1] === import.meta.filename) {
  console.table(await measureListed());
  process.exit(0);
}
