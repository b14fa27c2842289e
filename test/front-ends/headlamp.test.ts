import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { openBrowser } from '../helpers/open-browser.mjs';
import { type FrontEndCluster, startFrontEndCluster } from './cluster.ts';
import { shown, walkConfigMaps } from './config-map-walk.ts';
import { servePage } from './front-end.ts';
import { startHeadlampBackend } from './headlamp-backend.ts';
import { stepsOf } from './step.ts';

let cluster: FrontEndCluster;
let page: Page;
const closing: (() => Promise<void>)[] = [];

const press = (name: string) => page.getByRole('button', { name }).click();
const output = () => page.locator('pre').textContent();

beforeAll(async () => {
  cluster = await startFrontEndCluster();
  closing.push(() => cluster.host.close());
  const served = await servePage('headlamp');
  closing.push(served.close);
  const backend = await startHeadlampBackend(served.url, cluster.url, 'admin-token');
  closing.push(backend.close);
  const browser = await openBrowser();
  closing.push(browser.close);
  page = await browser.context.newPage();
  await page.goto(backend.url);
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

describe("a page with Headlamp's data layer", () => {
  const step = stepsOf('headlamp', '@kinvolk/headlamp-plugin');
  walkConfigMaps(step, () => ({ page, cluster }));

  step('watch one object', async () => {
    const status = () => page.getByRole('status').textContent();
    const before = await shown(status, /^first counts 7$/);
    await cluster.send('PUT', 'configmaps/first', { metadata: { name: 'first' }, data: { count: '8' } });
    return [before, await shown(status, /^first counts 8$/)].join('\n');
  });

  step('follow the log of a pod', async () => {
    await press('Follow log');
    return (await shown(output, 'web')).split('\n')[0] ?? '';
  });

  step('run hostname in a container', async () => {
    await press('Execute');
    return (await shown(output, /\nweb\n$/)).split('\n').at(-1) ?? '';
  });
});
