import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../helpers/open-browser.mjs';
import { askSuccessor as ask, killWorkers, openClusterPage, serveApp } from './browser.ts';

const KILLS = 50;
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
const PODS = '/api/v1/namespaces/default/pods';

const node = (name: string) => ({
  metadata: { name, annotations: { 'simulation.tabplane.dev/node': 'simulated' } },
});
const deployment = (image: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    replicas: 6,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image }] } },
  },
});

let browser: Awaited<ReturnType<typeof openBrowser>>;
let app: Awaited<ReturnType<typeof serveApp>>;
beforeAll(async () => {
  [browser, app] = await Promise.all([openBrowser(), serveApp()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

interface Found {
  readonly items: readonly { spec: { nodeName: string; containers: { image: string }[] }; status: { phase: string } }[];
}

async function stateOf(page: Page) {
  const { status, metadata } = (await ask(page, `${DEPLOYMENTS}/web`)) as unknown as {
    status: { conditions: { type: string; status: string; reason: string }[]; [counter: string]: unknown };
    metadata: { annotations: Record<string, string> };
  };
  const { items } = (await ask(page, PODS)) as unknown as Found;
  return {
    counters: [status.replicas, status.updatedReplicas, status.readyReplicas, status.availableReplicas],
    observedGeneration: status.observedGeneration,
    conditions: status.conditions.map(({ type, status, reason }) => ({ type, status, reason })),
    annotations: metadata.annotations,
    pods: items.map(({ spec, status }) => `${spec.containers[0]?.image} ${status.phase}`),
  };
}

/** Rolls out a new image with disturbances. Returns the final state of the cluster. */
async function rollOut(database: string, disturb: (page: Page) => Promise<void>) {
  const page = await openClusterPage(browser.context, app.url, { database, dialect: 'kubernetes' });
  for (const name of ['node-1', 'node-2'])
    await ask(page, '/api/v1/nodes', { method: 'POST', body: JSON.stringify(node(name)) });
  const created = await ask(page, DEPLOYMENTS, { method: 'POST', body: JSON.stringify(deployment('nginx:1.25')) });
  expect(created.httpStatus).toBe(201);
  const ready = (image: string) => Array(6).fill(`${image} Running`);
  await expect.poll(async () => (await stateOf(page)).pods).toEqual(ready('nginx:1.25'));
  const type = 'application/merge-patch+json';
  await ask(page, `${DEPLOYMENTS}/web`, { method: 'PATCH', type, body: JSON.stringify(deployment('nginx:1.26')) });
  await disturb(page);
  await expect
    .poll(async () => {
      const { pods, counters } = await stateOf(page);
      return { pods, counters };
    })
    .toEqual({ pods: ready('nginx:1.26'), counters: [6, 6, 6, 6] });
  return stateOf(page);
}

it('a rollout ends in the same state as an undisturbed one when the worker is killed 50 times', {
  timeout: 600_000,
}, async () => {
  const undisturbed = await rollOut('undisturbed', async () => undefined);
  const killed = await rollOut('killed', async (page) => {
    for (let kill = 0; kill < KILLS; kill++) {
      await ask(page, '/version');
      await page.waitForTimeout((kill * 211) % 600);
      await killWorkers(browser.context, page);
    }
  });
  expect(killed).toEqual(undisturbed);
});
