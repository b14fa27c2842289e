/**
 * Measures a living cluster in process, in memory: how long pods of deployments take until they seem to run on simulated
 * nodes, with how many writes and how much memory. Run by `npm run bench`, or alone with other sizes:
 * `node test/bench/scale.mjs NODES PODS`.
 */
import { runnerImport } from 'vite';

const PODS_PER_DEPLOYMENT = 100;

const source = (path) =>
  runnerImport(new URL(`../../src/${path}`, import.meta.url).pathname).then((found) => found.module);

const deployment = (name) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    replicas: PODS_PER_DEPLOYMENT,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: {
        containers: [{ name: 'web', image: 'nginx:1.25', resources: { requests: { cpu: '10m', memory: '16Mi' } } }],
      },
    },
  },
});

const pause = () => new Promise((resolve) => setTimeout(resolve, 200));

/** Returns milliseconds, writes to the storage, and bytes of memory. */
export async function measureScale(nodes, pods) {
  const { createServer } = await source('server/create-server.ts');
  const { createMemoryStorage } = await source('storage/memory-storage.ts');
  const { startControllers } = await source('hosts/start-controllers.ts');
  const { simulateNodes } = await source('hosts/simulate-nodes.ts');
  const { systemClock: clock, systemRandom: random } = await source('hosts/platform.ts');
  const storage = await createMemoryStorage();
  const server = await createServer({ storage, clock, random, fetch, flags: { dialect: 'kubernetes' } });
  const stop = startControllers(server, 'kubernetes', undefined, { clock, random });
  const user = { username: 'admin', groups: ['system:masters'] };
  const send = async (method, path, body) => {
    const init = {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    };
    const response = await server.fetch(new Request(`http://cluster${path}`, init), { user });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  await simulateNodes(server, 'kubernetes', nodes);
  const ready = async () => {
    const { items } = await send('GET', '/api/v1/nodes');
    return items.filter(
      ({ spec, status }) =>
        !spec.taints && status.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True'),
    ).length;
  };
  while ((await ready()) < nodes) await pause();

  const revision = await storage.revision();
  const start = performance.now();
  for (let number = 0; number < pods / PODS_PER_DEPLOYMENT; number++)
    await send('POST', '/apis/apps/v1/namespaces/default/deployments', deployment(`web-${number}`));
  const running = async () => {
    const { items } = await send('GET', '/apis/apps/v1/namespaces/default/deployments');
    return items.reduce((sum, { status }) => sum + (status.readyReplicas ?? 0), 0);
  };
  while ((await running()) < pods) await pause();
  const milliseconds = performance.now() - start;
  const writes = (await storage.revision()) - revision;
  const memory = process.memoryUsage().rss;
  await stop();
  await server.close();
  return { milliseconds, writes, memory };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const [nodes = 1000, pods = 10_000] = process.argv.slice(2).map(Number);
  console.log(await measureScale(nodes, pods));
  process.exit(0);
}
