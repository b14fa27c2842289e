import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectProblems, openBrowser, serveApp } from './browser.ts';

/** Who may do what, and how to change that: in one page and in this order. */
describe('access', () => {
  let app: Awaited<ReturnType<typeof serveApp>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    app = await serveApp();
    browser = await openBrowser();
    page = await browser.context.newPage();
    problems = collectProblems(page);
    await page.goto(app.url);
    await page.getByRole('button', { name: /sample/i }).click();
    await page.getByRole('link', { name: 'greeting' }).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  const textOf = async (download: Promise<Download>): Promise<string> =>
    readFile(await (await download).path(), 'utf8');

  it('is denied, explained, fixed, and then allowed', async () => {
    await page.goto(`${app.url}/access?subject=user&user=bob&verb=list&resource=configmaps&namespace=sample`);
    await page.getByRole('heading', { name: 'Denied' }).waitFor();
    await page.getByRole('button', { name: 'Show what would allow it' }).click();
    await page.getByLabel('Role and RoleBinding as YAML').getByText('name: bob-list-configmaps').first().waitFor();
    await page.getByRole('button', { name: 'Create the Role and RoleBinding' }).click();
    await page.getByRole('heading', { name: 'Allowed' }).waitFor();
    await page.getByText('RoleBinding "bob-list-configmaps/sample"').waitFor();
  });

  it('has near misses with the reason why each failed', async () => {
    await page.goto(`${app.url}/access?subject=user&user=alice&verb=delete&resource=configmaps&namespace=sample`);
    await page.getByText('The rule allows get, list, watch, not delete.').waitFor();
    await page.goto(`${app.url}/access?subject=user&user=alice&resource=configmaps&namespace=default`);
    await page.getByText('It grants in the namespace "sample" only, not in "default".').waitFor();
  });

  it('shows all that a subject may do, and what gives it', async () => {
    await page.goto(`${app.url}/access?subject=user&user=alice&tab=matrix&namespace=sample`);
    const cell = page.getByRole('button', {
      name: 'watch configmaps: allowed by RoleBinding config-readers → Role config-reader',
    });
    await cell.click();
    await page.getByRole('heading', { name: 'Allowed' }).waitFor();
    expect(new URL(page.url()).searchParams.get('verb')).toBe('watch');
  });

  it('shows before a role is saved or deleted who loses what', async () => {
    const role = '/objects/rbac.authorization.cluster.io/v1/roles/sample/config-reader?tab=yaml';
    await page.goto(`${app.url}${role}`);
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.press('Control+End');
    for (let count = 0; count < 'configmaps\n'.length; count++) await page.keyboard.press('Backspace');
    await page.keyboard.type('pods');
    await page.getByText('Saving this gives access to 2 subjects, and takes access from 2 subjects.').waitFor();
    await page.getByRole('button', { name: 'Show who gains and loses what' }).click();
    await page
      .getByRole('list', { name: 'Lost' })
      .getByText('User alice, in sample: get, list, watch on configmaps')
      .waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Deleting this takes access from 2 subjects.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('lets the whole page act as somebody else, over a reload too, and shows the way out', async () => {
    await page.goto(`${app.url}/access?subject=user&user=bob&namespace=sample`);
    await page.getByRole('button', { name: 'Act as them' }).click();
    const banner = page.getByRole('region', { name: 'Acting as somebody else' });
    await banner.getByText('bob').waitFor();
    await page.goto(`${app.url}/objects/core/v1/secrets`);
    await banner.waitFor();
    await page.getByRole('heading', { name: 'bob may not see this' }).waitFor();
    for (const path of ['/', '/timeline', '/certificates', '/access']) {
      await page.goto(`${app.url}${path}`);
      await banner.waitFor();
      await page.waitForTimeout(500);
    }
    await banner.getByRole('button', { name: 'Act as the administrator again' }).click();
    await banner.waitFor({ state: 'detached' });
  });

  it('makes a key and a request, approves it, and downloads the certificate', async () => {
    await page.goto(`${app.url}/certificates`);
    await page.getByRole('button', { name: 'New request' }).click();
    await page.getByLabel('Name of the request').fill('jane');
    await page.getByLabel('Common name: the user').fill('jane');
    await page.getByLabel('Organizations: the groups').fill('dev, ops');
    await page.getByRole('button', { name: 'Make the key and ask' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download private key' }).click();
    expect(await textOf(download)).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    const request = page.getByRole('complementary', { name: 'Request jane' });
    await request.getByText('dev, ops').waitFor();
    await request.getByRole('button', { name: 'Approve' }).click();
    const issued = page.waitForEvent('download');
    await request.getByRole('button', { name: 'Download certificate' }).click();
    expect(await textOf(issued)).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
  });

  it('denies a request', async () => {
    await page.getByRole('button', { name: 'New request' }).click();
    await page.getByLabel('Name of the request').fill('mallory');
    await page.getByLabel('Common name: the user').fill('mallory');
    await page.getByRole('button', { name: 'Make the key and ask' }).click();
    const request = page.getByRole('complementary', { name: 'Request mallory' });
    await request.getByRole('button', { name: 'Deny' }).click();
    await request.getByText('Denied on the page of certificate requests.').waitFor();
  });

  it('goes to anything by keyboard', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to anything' }).fill('secrets cred');
    await page.getByRole('option', { name: /credentials/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'credentials', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to anything' }).fill('timeline');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /timeline/i, level: 1 }).waitFor();
  });

  it('never wrote an error on the console', () => {
    expect(problems).toEqual([]);
  });
});
