import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../helpers/open-browser.mjs';
import { type FrontEndCluster, startFrontEndCluster } from './cluster.ts';
import { servePage } from './front-end.ts';
import { startHeadlampBackend } from './headlamp-backend.ts';

let cluster: FrontEndCluster;
let page: Page;
const closing: (() => Promise<void>)[] = [];

const row = (name: string) => page.getByRole('row').filter({ hasText: name });
const cells = async (name: string) => (await row(name).getByRole('cell').allTextContents()).slice(0, 2);
const press = (name: string) => page.getByRole('button', { name }).click();

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

describe("Headlamp's data layer", () => {
  it('lists objects, and reads one', async () => {
    await row('first').waitFor();
    expect(await cells('first')).toEqual(['first', '7']);
    await expect.poll(() => page.getByRole('status').textContent()).toBe('first counts 7');
  });

  it('shows changes of others as they happen', async () => {
    await cluster.send('POST', 'configmaps', { metadata: { name: 'second' }, data: { count: '1' } });
    await expect.poll(() => cells('second')).toEqual(['second', '1']);
    await cluster.send('DELETE', 'configmaps/second');
    await expect.poll(() => row('second').count()).toBe(0);
    await cluster.send('PUT', 'configmaps/first', { metadata: { name: 'first' }, data: { count: '8' } });
    await expect.poll(() => cells('first')).toEqual(['first', '8']);
    await expect.poll(() => page.getByRole('status').textContent()).toBe('first counts 8');
  });

  it('applies, changes and deletes an object', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('mine');
    await press('Create');
    await expect.poll(() => cells('mine')).toEqual(['mine', '0']);
    await row('mine').getByRole('button', { name: 'Count' }).click();
    await expect.poll(() => cells('mine')).toEqual(['mine', '1']);
    await row('mine').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => row('mine').count()).toBe(0);
  });

  it("shows the server's message when a request fails", async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Not a name');
    await press('Create');
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('ConfigMap "Not a name" is invalid');
  });

  it('follows a log, and runs a command in a container', async () => {
    await press('Follow log');
    await expect.poll(() => page.locator('pre').textContent()).toContain('web');
    await press('Execute');
    await expect.poll(() => page.locator('pre').textContent()).toMatch(/web\n$/);
  });
});
