import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openBrowser } from '../helpers/open-browser.mjs';
import { shown } from './config-map-walk.ts';
import { servePage } from './front-end.ts';

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web' },
  spec: { containers: [{ name: 'main', image: 'example.com/web:1' }] },
};
const FIRST = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'first' }, data: { count: '7' } };

/** The options of a cluster at the prefix of Headlamp's cluster addresses. */
const OPTIONS = { prefix: '/clusters/main', seed: [POD, FIRST] };

/** The script that runs before a page's own script: starts a cluster, and waits for its pod. */
const startBefore = (script: string): string => `
import { startCluster } from './tabplane/browser.js';
const cluster = await startCluster(${JSON.stringify(OPTIONS)});
cluster.installWebSocket();
const pod = { group: '', version: 'v1', resource: 'pods', namespace: 'default', name: 'web' };
while ((await cluster.client.get(pod)).status.phase !== 'Running') await new Promise((resolve) => setTimeout(resolve, 20));
await import('${script}');
`;

/** Copies the package beside a built page, and adds the start of a cluster to the page. */
function embed(folder: string): void {
  cpSync(new URL('../../dist/library/', import.meta.url), `${folder}/tabplane`, { recursive: true });
  cpSync(new URL('../../dist/worker/', import.meta.url), folder, { recursive: true });
  const html = readFileSync(`${folder}/index.html`, 'utf8');
  const [element = '', script = ''] = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(html) ?? [];
  const inline = `<script type="module">${startBefore(script)}</script>`;
  writeFileSync(
    `${folder}/index.html`,
    html.replace(element, () => inline),
  );
}

describe("a page with Headlamp's data layer, over an embedded cluster", () => {
  const closing: (() => Promise<void>)[] = [];
  let page: Page;

  beforeAll(async () => {
    const served = await servePage('headlamp', embed);
    closing.push(served.close);
    const browser = await openBrowser();
    closing.push(browser.close);
    page = await browser.context.newPage();
    await page.goto(served.url);
  });
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });

  it('follows lists and objects', async () => {
    const row = page.getByRole('row').filter({ hasText: 'first' });
    const status = () => page.getByRole('status').textContent();
    await shown(status, /^first counts 7$/);
    await row.getByRole('button', { name: 'Count' }).click();
    await shown(status, /^first counts 8$/);
    await shown(() => row.getByRole('cell').nth(1).textContent(), /^8$/);
  });

  it('follows the log of a pod, and runs a command in its container', async () => {
    const output = () => page.locator('pre').textContent();
    await page.getByRole('button', { name: 'Follow log' }).click();
    await shown(output, 'web');
    await page.getByRole('button', { name: 'Execute' }).click();
    await shown(output, /\nweb\n$/);
  });
});
