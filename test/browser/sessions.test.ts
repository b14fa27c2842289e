import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { askCluster, killWorkers, visitApp } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

const CONFIG_MAPS = '/api/v1/namespaces/sample/configmaps';
const LIST = '/objects/core/v1/configmaps?namespace=sample';

const openMenu = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: /^Cluster: / }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

const clustersOf = (page: Page): Promise<readonly { readonly name: string; readonly database: string }[]> =>
  page.evaluate(async () => {
    const response = await fetch('/tabplane/clusters', { headers: { 'x-tabplane-control': 'list' } });
    return ((await response.json()) as { clusters: { name: string; database: string }[] }).clusters;
  });

/** A session is saved in one browser and played in another one. The tests run in this order. */
describe('a saved session', () => {
  const first = visitApp({ hasSample: true });
  const other = visitApp({ hasSample: false });
  const banner = () => other.page.getByRole('region', { name: 'Time travel' });
  const moment = () => new URL(other.page.url()).searchParams.get('at');
  let file = '';

  it('is a file without the values of secrets, unless they are wanted', async () => {
    const { page } = first;
    const write = (method: string, path: string, body: object) =>
      askCluster(page, path, { method, body: JSON.stringify(body) });
    await write('POST', '/api/v1/namespaces/sample/secrets', {
      metadata: { name: 'login' },
      stringData: { a: 'hidden' },
    });
    const metadata = { name: 'letter' };
    await write('POST', CONFIG_MAPS, { metadata, data: { text: 'first' } });
    await write('PUT', `${CONFIG_MAPS}/letter`, { metadata, data: { text: 'second' } });
    await write('POST', CONFIG_MAPS, { metadata: { name: 'NOT-A-NAME' } });
    await openMenu(page, 'Save session…');
    const dialog = page.getByRole('dialog', { name: 'Save session' });
    await dialog.getByRole('checkbox', { name: 'Include the values of secrets' }).check();
    await dialog.getByText('The file contains the values of all secrets.').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await dialog.getByRole('checkbox', { name: 'Include the values of secrets' }).uncheck();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Save' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Default.session.json');
    file = await download.path();
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('second');
    expect(text).not.toContain(btoa('hidden'));
  });

  it('opens in another browser as a cluster of its own, which is read-only', async () => {
    const { page } = other;
    await openMenu(page, 'Open session…');
    const dialog = page.getByRole('dialog', { name: 'Open session' });
    await dialog.locator('input[type=file]').setInputFiles(file);
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Bug');
    expect(await seriousViolations(page)).toEqual([]);
    await page.evaluate(() => {
      const { text } = Blob.prototype;
      Blob.prototype.text = async function () {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        return text.call(this);
      };
    });
    const open = dialog.getByRole('button', { name: 'Open' });
    await open.click();
    // A file is opened once.
    expect(await open.isDisabled()).toBe(true);
    await banner().getByText('Saved session').waitFor();
    await page.goto(`${other.url}${LIST}`);
    await page.getByRole('link', { name: 'letter' }).waitFor();
    const refused = await askCluster(page, `${CONFIG_MAPS}/letter`, { method: 'DELETE' });
    expect(refused.httpStatus).toBe(405);
    await page.goto(`${other.url}/controllers`);
    await page.getByText('No controllers run in the past or in a saved session.').waitFor();
    await page.goto(`${other.url}${LIST}`);
  });

  it('travels through its history, and plays it', async () => {
    const { page } = other;
    await page.getByRole('slider', { name: 'Moment' }).press('Home');
    await expect.poll(moment).not.toBeNull();
    await expect.poll(() => page.getByRole('link', { name: 'letter' }).count()).toBe(0);
    const start = moment();
    await banner().getByRole('combobox', { name: 'Speed' }).selectOption('60×');
    await banner().getByRole('button', { name: 'Play' }).click();
    await expect.poll(moment).not.toBe(start);
    // It ends with the last change.
    await banner().getByRole('button', { name: 'Play' }).waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: 'letter' }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    // From its end, it plays from its start.
    const end = moment();
    await banner().getByRole('button', { name: 'Play' }).click();
    await banner().getByRole('button', { name: 'Pause' }).waitFor();
    await expect.poll(moment).not.toBe(end);
    await banner().getByRole('button', { name: 'Play' }).waitFor({ timeout: 60_000 });
    await expect.poll(moment).toBe(end);
  });

  it('shows the requests that were sent in the other browser', async () => {
    const { page } = other;
    await banner().getByRole('button', { name: 'Go to the end' }).click();
    await page.goto(`${other.url}/requests?filter=status:422`);
    await page.getByText('/api/v1/namespaces/sample/configmaps').first().waitFor();
  });

  it('opens again after a reload, without a network', async () => {
    const { page, context } = other;
    await page.goto(`${other.url}${LIST}`);
    await page.getByRole('link', { name: 'letter' }).waitFor();
    await context.setOffline(true);
    await page.reload();
    await banner().getByText('Saved session').waitFor();
    await page.getByRole('link', { name: 'letter' }).waitFor();
    await context.setOffline(false);
  });

  it('can be changed once it is continued, and its clock stands still until it is resumed', async () => {
    const { page } = other;
    await banner().getByRole('button', { name: 'Continue from the end…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The cluster is paused').waitFor();
    expect(await banner().count()).toBe(0);
    const body = JSON.stringify({ metadata: { name: 'answer' } });
    expect((await askCluster(page, CONFIG_MAPS, { method: 'POST', body })).httpStatus).toBe(201);
    await page.getByRole('link', { name: 'answer' }).waitFor();
  });

  it('is rejected with a sentence when its end is missing, and no cluster is created', async () => {
    const { page } = other;
    const broken = `${file}-broken.json`;
    await writeFile(broken, readFileSync(file, 'utf8').slice(0, 5000));
    await openMenu(page, 'Open session…');
    const dialog = page.getByRole('dialog', { name: 'Open session' });
    await dialog.locator('input[type=file]').setInputFiles(broken);
    await dialog.getByRole('button', { name: 'Open' }).click();
    await page.getByText('The file is not a saved session, or its end is missing.').first().waitFor();
    expect((await clustersOf(page)).map(({ name }) => name)).toEqual(['Default', 'Bug']);
  });

  it('is said to be lost when its database was deleted while the worker was stopped', async () => {
    const { page, context } = other;
    await page.reload();
    await openMenu(page, 'Open session…');
    const dialog = page.getByRole('dialog', { name: 'Open session' });
    await dialog.locator('input[type=file]').setInputFiles(file);
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Lost');
    await dialog.getByRole('button', { name: 'Open' }).click();
    await banner().getByText('Saved session').waitFor();
    const { database = '' } = (await clustersOf(page)).find(({ name }) => name === 'Lost') ?? {};
    await page.goto('about:blank');
    const files = await context.newPage();
    await files.goto(`${other.url}/manifest.webmanifest`);
    await killWorkers(context, files);
    await files.evaluate(
      (name) =>
        new Promise((resolve, reject) => {
          Object.assign(indexedDB.deleteDatabase(name), { onsuccess: resolve, onerror: reject });
        }),
      database,
    );
    await files.close();
    await page.goto(`${other.url}${LIST}`);
    await page.getByText('cleared outside of Tabplane').waitFor();
  });
});
