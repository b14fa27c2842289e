import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { openBrowser } from '../helpers/open-browser.mjs';
import { type FrontEndCluster, startFrontEndCluster } from './cluster.ts';
import { shown, walkConfigMaps } from './config-map-walk.ts';
import { servePage } from './front-end.ts';
import { stepsOf } from './step.ts';

let cluster: FrontEndCluster;
let page: Page;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const served = await servePage('openshift');
  closing.push(served.close);
  cluster = await startFrontEndCluster(served.url);
  closing.push(() => cluster.host.close());
  const browser = await openBrowser();
  closing.push(browser.close);
  page = await browser.context.newPage();
  const query = new URLSearchParams({ api: cluster.url, token: 'admin-token' });
  await page.goto(`${served.url}/?${query}`);
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

/** The page discovers the cluster's kinds before it lists, and has a different origin than the cluster. */
describe("a page with OpenShift's SDK", () => {
  const step = stepsOf('openshift', '@openshift/dynamic-plugin-sdk-utils');
  walkConfigMaps(step, () => ({ page, cluster }));

  step('show the log of a pod', async () => {
    await page.getByRole('button', { name: 'Show log' }).click();
    const log = await shown(() => page.locator('pre').textContent(), 'web');
    return log.split('\n')[0] ?? '';
  });
});
