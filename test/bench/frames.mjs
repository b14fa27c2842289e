/**
 * Measures how smoothly pages render while 500 pods start on 50 simulated nodes in their worker, and while all are replaced. A
 * page of another browser with an idle cluster is measured at the same time, and shows the effect of the machine. Run by
 * `npm run bench`, or alone: `node test/bench/frames.mjs [NODES] [PODS]`.
 */
import { preview } from 'vite';
import { build } from '../../src/scripts/build.mjs';
import { root } from '../../src/scripts/run-command.mjs';
import { openBrowser } from '../helpers/open-browser.mjs';

const PODS_PER_DEPLOYMENT = 100;
const IDLE_SECONDS = 5;
/** Seconds until a page has rendered its data and is idle. */
const LOADING_SECONDS = 3;
/** Milliseconds of a frame at 30 frames a second. */
const SLOW = 1000 / 30 + 1;

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

/** In the page: starts to record the ends of frames and long tasks, in milliseconds since 1970, and their durations. */
function startFrames() {
  const frames = [];
  const tasks = [];
  let last;
  let isOn = true;
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ entryTypes: ['longtask'] });
  const next = (now) => {
    if (last !== undefined) frames.push({ end: performance.timeOrigin + now, milliseconds: now - last });
    last = now;
    if (isOn) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  window.stopFrames = () => {
    isOn = false;
    observer.disconnect();
    return { frames, tasks };
  };
}

const slowOf = ({ frames }) => frames.filter(({ milliseconds }) => milliseconds > SLOW);

const overlaps = (one, other) => one.end - one.milliseconds < other.end && other.end - other.milliseconds < one.end;

/** The lowest number of frames in any whole second of a measurement. */
function fewestInSecond({ frames }) {
  const first = frames[0].end - frames[0].milliseconds;
  const counts = frames
    .filter(({ end }) => end - 1000 >= first)
    .map(({ end }) => frames.filter((other) => other.end > end - 1000 && other.end <= end).length);
  return Math.min(...counts);
}

/**
 * Numbers of frames: all, the fewest in a second, those that took longer than at 30 a second, and those of the other
 * page at the same time. Worst frame and longest task of the main thread, in milliseconds.
 */
function summary(measured, other) {
  const slow = slowOf(measured);
  const others = slowOf(other);
  return {
    frames: measured.frames.length,
    fewest: fewestInSecond(measured),
    slow: slow.length,
    shared: slow.filter((frame) => others.some((one) => overlaps(frame, one))).length,
    worst: Math.max(...measured.frames.map(({ milliseconds }) => milliseconds)),
    longest: Math.max(0, ...measured.tasks),
  };
}

/** Opens the app in a separate browser. */
async function openApp(url) {
  const { context, close } = await openBrowser();
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('link', { name: /^\d+ controllers$/ }).waitFor();
  return { page, close };
}

/** Returns the frames of pages by event, each with those of the page whose cluster is idle. */
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
    const [own, machine] = await Promise.all(stopped);
    return { seconds, own: summary(own, machine), machine: summary(machine, own) };
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
  } finally {
    await close();
    await reference.close();
    await server.close();
  }
}

/** One row of a table per measured page. */
const flat = (measured) =>
  Object.fromEntries(
    Object.entries(measured).map(([name, { seconds, own, machine }]) => [
      name,
      {
        ...own,
        ...rounded({ worst: own.worst, longest: own.longest, seconds }),
        'slow of the idle page': machine.slow,
      },
    ]),
  );
const rounded = (values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value.toFixed(1))]));

if (process.argv[1] === import.meta.filename) {
  const [nodes = 50, pods = 500] = process.argv.slice(2).map(Number);
  await build();
  console.table(flat(await measureFrames(nodes, pods)));
}
