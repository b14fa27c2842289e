import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createTestCluster } from 'tabplane/testing';
import { build, preview } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const deployments = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'default' };

const seed = `
  apiVersion: apps/v1
  kind: Deployment
  metadata: {name: web, namespace: default}
  spec:
    replicas: 2
    selector: {matchLabels: {app: web}}
    template:
      metadata: {labels: {app: web}}
      spec: {containers: [{name: web, image: 'nginx:1.25'}]}
`;

/** The app without a cluster of its own, at an address; and a cluster from which each test gets a fork. */
let server;
let browser;
let template;

before(async () => {
  const outDir = 'dist-e2e';
  await build({ root, mode: 'e2e', logLevel: 'error', build: { outDir } });
  server = await preview({ root, build: { outDir }, preview: { port: 0 }, logLevel: 'error' });
  // In containers, Chromium has no sandbox.
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] });
  template = await createTestCluster({ seed });
});
after(async () => {
  await browser?.close();
  await server?.close();
  await template?.close();
});

/** Opens the app in a page of its own, with a cluster of its own. */
async function open(t) {
  const cluster = await template.fork();
  const page = await browser.newPage();
  t.after(() => page.close());
  t.after(() => cluster.close());
  await cluster.route(page);
  await page.goto(server.resolvedUrls.local[0]);
  return { cluster, page };
}

test('shows pods that appear', async (t) => {
  const { cluster, page } = await open(t);
  await page
    .getByRole('row', { name: /web-.* Running 1\/1/ })
    .first()
    .waitFor();

  await cluster.client.patch({ ...deployments, name: 'web' }, 'merge', { spec: { replicas: 3 } });
  await cluster.clock.step(60_000);
  await page
    .getByRole('row', { name: /web-.* Running 1\/1/ })
    .nth(2)
    .waitFor();
});

test('shows a pod that crashes again and again', async (t) => {
  const { cluster, page } = await open(t);
  const annotations = { 'simulation.tabplane.dev/fault': 'crash-loop' };
  await cluster.client.patch({ ...deployments, name: 'web' }, 'strategic', {
    spec: { template: { metadata: { annotations } } },
  });
  await cluster.clock.step(5 * 60_000);
  await page
    .getByRole('row', { name: /CrashLoopBackOff/ })
    .first()
    .waitFor();
});

test('creates a Deployment', async (t) => {
  const { cluster, page } = await open(t);
  await page.getByLabel('Name').fill('api');
  await page.getByLabel('Replicas').fill('1');
  await page.getByRole('button', { name: 'Create Deployment' }).click();
  // React empties the form when its action has ended.
  await page.waitForFunction(() => document.querySelector('input[name=name]').value === '');
  const { spec } = await cluster.client.get({ ...deployments, name: 'api' });
  assert.equal(spec.replicas, 1);
});

test('says what is wrong when the server fails', async (t) => {
  const { cluster, page } = await open(t);
  await cluster.faults.add({ path: '/apis/**', methods: ['POST'], status: 500 });
  await page.getByLabel('Name').fill('api');
  await page.getByRole('button', { name: 'Create Deployment' }).click();
  await page.getByRole('alert').waitFor();
});
