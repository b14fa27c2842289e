/**
 * Measures how smoothly the page draws while 500 pods start on 50 simulated nodes in its worker. A page of another browser,
 * whose cluster is idle, is measured at the same time: what it shows is the machine's. Run by `npm run bench`, or alone:
 * `node test/bench/frames.mjs [NODES] [PODS]`.
 */
import { preview } from 'vite';
import { build } from '../../src/scripts/build.mjs';
import { root } from '../../src/scripts/run-command.mjs';
import { openBrowser } from '../helpers/open-browser.mjs';

const PODS_PER_DEPLOYMENT = 100;
const IDLE_SECONDS = 5;
/** Milliseconds of a frame at 30 frames a second. */
const SLOW = 1000 / 30 + 1;

const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
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

/** In the page: notes the times of frames and of long tasks from now on. */
function startFrames() {
  const frames = [];
  const tasks = [];
  let last = performance.now();
  let isOn = true;
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ entryTypes: ['longtask'] });
  const next = (now) => {
    frames.push(now - last);
    last = now;
    if (isOn) requestAnimationFrame(next);
  };
  requestAnimationFrame((now) => {
    last = now;
    requestAnimationFrame(next);
  });
  window.stopFrames = () => {
    isOn = false;
    observer.disconnect();
    return { frames, tasks };
  };
}

/** Share of frames below 30 a second; worst frame and longest task of the main thread in milliseconds. */
const summary = ({ frames, tasks }) => ({
  slow: frames.filter((milliseconds) => milliseconds > SLOW).length / frames.length,
  worst: Math.max(...frames),
  longest: Math.max(0, ...tasks),
});

/** Opens the app in a browser of its own. */
async function openApp(url) {
  const { context, close } = await openBrowser();
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('link', { name: /^\d+ controllers$/ }).waitFor();
  return { page, close };
}

/**
 * Returns the frames of a page without work, of the list of pods during a start, and of a deployment's page during a
 * rollout, each with those of the page whose cluster is idle.
 */
export async function measureFrames(nodes, pods) {
  const server = await preview({ root, preview: { port: 0, strictPort: false, host: 'localhost' }, logLevel: 'error' });
  const url = server.resolvedUrls.local[0].replace(/\/$/, '');
  const reference = await openApp(url);
  const { page, close } = await openApp(url);
  const ask = (method, path, body, type = 'application/json') =>
    page.evaluate(
      async ([method, path, body, type]) => {
        const headers = { authorization: 'Bearer tabplane-admin', 'content-type': type };
        const response = await fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
        return response.json();
      },
      [method, path, body, type],
    );
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const during = async (work) => {
    const pages = [page, reference.page];
    for (const measured of pages) await measured.evaluate(startFrames);
    const began = performance.now();
    await work();
    const seconds = (performance.now() - began) / 1000;
    const stopped = pages.map((measured) => measured.evaluate(() => window.stopFrames()));
    const [own, machine] = (await Promise.all(stopped)).map(summary);
    return { seconds, own, machine };
  };
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
  try {
    const annotations = { 'simulation.tabplane.dev/node': 'true' };
    for (let number = 0; number < nodes; number++)
      await ask('POST', '/api/v1/nodes', { metadata: { name: `node-${number}`, annotations } });
    await page.goto(`${url}/objects/core/v1/pods?namespace=default`);
    await pause(3000);
    const idle = await during(() => pause(IDLE_SECONDS * 1000));
    const starts = await during(async () => {
      for (const name of names(pods)) await ask('POST', DEPLOYMENTS, deployment(name));
      await untilReady();
    });
    await page.goto(`${url}/objects/apps/v1/deployments/default/web-0?tab=rollout`);
    await page.getByText('Rolled out.').waitFor();
    const rollout = await during(async () => {
      const containers = [{ name: 'web', image: 'nginx:1.26' }];
      const patch = { spec: { template: { spec: { containers } } } };
      for (const name of names(pods))
        await ask('PATCH', `${DEPLOYMENTS}/${name}`, patch, 'application/strategic-merge-patch+json');
      await untilReady();
    });
    return { idle, starts, rollout };
  } finally {
    await close();
    await reference.close();
    await server.close();
  }
}

if (process.argv[1] === import.meta.filename) {
  const [nodes = 50, pods = 500] = process.argv.slice(2).map(Number);
  await build();
  console.log(await measureFrames(nodes, pods));
}
