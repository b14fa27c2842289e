import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../helpers/open-browser.mjs';
import { type FrontEndCluster, startFrontEndCluster } from './cluster.ts';
import { servePage } from './front-end.ts';

let cluster: FrontEndCluster;
let page: Page;
const closing: (() => Promise<void>)[] = [];

const row = (name: string) => page.getByRole('row').filter({ hasText: name });
const cells = async (name: string) => (await row(name).getByRole('cell').allTextContents()).slice(0, 2);

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

describe("a page with OpenShift's SDK, on another origin than the cluster", () => {
  it('discovers what the cluster serves, and lists objects', async () => {
    await row('first').waitFor();
    expect(await cells('first')).toEqual(['first', '7']);
  });

  it('shows changes of others as they happen', async () => {
    await cluster.send('POST', 'configmaps', { metadata: { name: 'second' }, data: { count: '1' } });
    await expect.poll(() => cells('second')).toEqual(['second', '1']);
    await cluster.send('PUT', 'configmaps/second', { metadata: { name: 'second' }, data: { count: '2' } });
    await expect.poll(() => cells('second')).toEqual(['second', '2']);
    await cluster.send('DELETE', 'configmaps/second');
    await expect.poll(() => row('second').count()).toBe(0);
  });

  it('creates, changes and deletes an object', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('mine');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect.poll(() => cells('mine')).toEqual(['mine', '0']);
    await row('mine').getByRole('button', { name: 'Count' }).click();
    await expect.poll(() => cells('mine')).toEqual(['mine', '1']);
    await row('mine').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => row('mine').count()).toBe(0);
  });

  it("shows the server's message when a request fails", async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Not a name');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('ConfigMap "Not a name" is invalid');
  });

  it('shows the log of a pod', async () => {
    await page.getByRole('button', { name: 'Show log' }).click();
    await expect.poll(() => page.locator('pre').textContent()).toContain('web');
  });
});
