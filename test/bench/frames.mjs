/**
 * Measures how smoothly pages render while 500 pods start on 50 simulated nodes in their worker, and while all are replaced. A
 * page of another browser with an idle cluster is measured at the same time, and shows the effect of the machine. Run by
 * `npm run bench`, or alone: `node test/bench/frames.mjs [NODES] [PODS]`.
 */
import { build } from '../../src/scripts/build.mjs';
import { flat, pause, withMeasuredPage } from './page-frames.mjs';

const PODS_PER_DEPLOYMENT = 100;
const IDLE_SECONDS = 5;
/** Seconds until a page has rendered its data and is idle. */
const LOADING_SECONDS = 3;
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
const PODS = '/api/v1/namespaces/default/pods';
/** A pod that no rollout replaces. */
const POD = { metadata: { name: 'alone' }, spec: { containers: [{ name: 'web', image: 'nginx:1.25' }] } };

/** The pages, each of which is open during one rollout. */
const PAGES = {
  'a deployment': '/objects/apps/v1/deployments/default/web-0?tab=rollout',
  'the list of pods': '/objects/core/v1/pods?namespace=default',
  'the list of deployments': '/objects/apps/v1/deployments?namespace=default',
  'the list of events': '/objects/core/v1/events?namespace=default',
  'the list of nodes': '/objects/core/v1/nodes',
  'a node': '/objects/core/v1/nodes/-/node-0?tab=pods',
  'a followed log': `/objects/core/v1/pods/default/${POD.metadata.name}?tab=logs`,
  'the YAML of a deployment': '/objects/apps/v1/deployments/default/web-0?tab=yaml',
  'the timeline': '/timeline',
  'the overview': '/',
};

const names = (pods) => Array.from({ length: pods / PODS_PER_DEPLOYMENT }, (_, number) => `web-${number}`);
const deployment = (name) => ({
  metadata: { name },
  spec: {
    replicas: PODS_PER_DEPLOYMENT,
    selector: { matchLabels: { app: name } },
    strategy: { rollingUpdate: { maxSurge: '50%', maxUnavailable: '50%' } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'web', image: 'nginx:1.25' }] },
    },
  },
});

/** Returns the frames of pages by event, each with those of the page whose cluster is idle. */
export async function measureFrames(nodes, pods) {
  return withMeasuredPage(async ({ page, url, ask, during }) => {
    const untilReady = async () => {
      for (;;) {
        const { items } = await ask('GET', DEPLOYMENTS);
        const isDone = ({ metadata, spec, status }) =>
          status.observedGeneration === metadata.generation &&
          status.updatedReplicas === spec.replicas &&
          status.readyReplicas === spec.replicas &&
          status.replicas === spec.replicas;
        if (items.length === names(pods).length && items.every(isDone)) return;
        await pause(500);
      }
    };
    const annotations = { 'simulation.tabplane.dev/node': 'true' };
    for (let number = 0; number < nodes; number++)
      await ask('POST', '/api/v1/nodes', { metadata: { name: `node-${number}`, annotations } });
    await ask('POST', PODS, POD);
    const open = async (address) => {
      await page.goto(url + address);
      await pause(LOADING_SECONDS * 1000);
    };
    await open(PAGES['the list of pods']);
    const measured = {};
    measured['idle, at the list of pods'] = await during(() => pause(IDLE_SECONDS * 1000));
    measured['while they start, at the list'] = await during(async () => {
      for (const name of names(pods)) await ask('POST', DEPLOYMENTS, deployment(name));
      await untilReady();
    });
    for (const [version, [name, address]] of Object.entries(PAGES).entries()) {
      await open(address);
      measured[`a rollout, at ${name}`] = await during(async () => {
        const patch = {
          spec: { template: { spec: { containers: [{ name: 'web', image: `nginx:1.${26 + version}` }] } } },
        };
        for (const name of names(pods))
          await ask('PATCH', `${DEPLOYMENTS}/${name}`, patch, 'application/strategic-merge-patch+json');
        await untilReady();
      });
    }
    return measured;
  });
}

if (process.argv[1] === import.meta.filename) {
  const [nodes = 50, pods = 500] = process.argv.slice(2).map(Number);
  await build();
  console.table(flat(await measureFrames(nodes, pods)));
}
