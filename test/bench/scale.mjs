/**
 * Measures an active cluster in process, in memory: the time until pods of deployments run on simulated
 * nodes, and the writes, processor time and memory for it. Run by `npm run bench`, or alone with other
 * sizes: `node test/bench/scale.mjs NODES PODS`.
 */
import { spawnSync } from 'node:child_process';
import { bundle } from './bundle.mjs';

const PODS_PER_DEPLOYMENT = 100;
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

/**
 * Returns elapsed milliseconds, milliseconds of processor time, writes to the storage, and bytes of memory.
 * @param module the address of the bundle
 */
export async function measureScale(nodes, pods, module) {
  const cluster = await import(module);
  cluster.tuneGarbageCollection(); // as the Node host does
  const { systemClock: clock, systemRandom: random } = cluster;
  const storage = await cluster.createMemoryStorage();
  const server = await cluster.createServer({ storage, clock, random, fetch, flags: { dialect: 'kubernetes' } });
  const stop = cluster.startControllers(server, 'kubernetes', undefined, { clock, random });
  const client = cluster.inProcessClient(server, { username: 'admin', groups: ['system:masters'] });
  const deployments = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'default' };
  const ready = async () => {
    const { items } = await client.list({ group: '', version: 'v1', resource: 'nodes' });
    const isReady = ({ type, status }) => type === 'Ready' && status === 'True';
    return items.filter(({ spec, status }) => !spec.taints && status.conditions?.some(isReady)).length;
  };
  const running = async () => {
    const { items } = await client.list(deployments);
    return items.reduce((sum, { status }) => sum + (status.readyReplicas ?? 0), 0);
  };
  await cluster.simulateNodes(server, 'kubernetes', nodes);
  while ((await ready()) < nodes) await pause();

  const revision = await storage.revision();
  const [start, used] = [performance.now(), process.cpuUsage()];
  for (let number = 0; number < pods / PODS_PER_DEPLOYMENT; number++)
    await client.create(deployments, deployment(`web-${number}`));
  while ((await running()) < pods) await pause();
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage(used);
  const writes = (await storage.revision()) - revision;
  const memory = process.memoryUsage().rss;
  await stop();
  await server.close();
  return { milliseconds, processor: (user + system) / 1000, writes, memory };
}

/** The option that docs/hosts.md recommends for thousands of pods. */
const OPTION = '--max-semi-space-size=64';

/** Measures in a separate process, because earlier measurements or bundling would distort its memory. */
export async function measureScaleAlone(nodes, pods) {
  const module = await bundle('test/bench/scale-cluster.ts');
  const run = spawnSync(process.execPath, [OPTION, import.meta.filename, nodes, pods, module], { encoding: 'utf8' });
  return JSON.parse(run.stdout);
}

if (process.argv[1] === import.meta.filename) {
  const [nodes = '1000', pods = '10000', module] = process.argv.slice(2);
  const measure = module ? measureScale : measureScaleAlone;
  console.log(JSON.stringify(await measure(Number(nodes), Number(pods), module)));
  process.exit(0);
}
