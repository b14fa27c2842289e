import { readFile } from 'node:fs/promises';
import type { Download } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { visitApp } from './browser.ts';

/** Who may do what, and how to change that: in one page and in this order. */
describe('access', () => {
  const visit = visitApp({ hasSample: true });

  const textOf = async (download: Promise<Download>): Promise<string> =>
    readFile(await (await download).path(), 'utf8');

  it('is denied, explained, fixed, and then allowed', async () => {
    await visit.page.goto(`${visit.url}/access?subject=user&user=bob&verb=list&resource=configmaps&namespace=sample`);
    await visit.page.getByRole('heading', { name: 'Denied' }).waitFor();
    await visit.page.getByRole('button', { name: 'Show what would allow it' }).click();
    await visit.page
      .getByLabel('Role and RoleBinding as YAML')
      .getByText('name: bob-list-configmaps')
      .first()
      .waitFor();
    await visit.page.getByRole('button', { name: 'Create the Role and RoleBinding' }).click();
    await visit.page.getByRole('heading', { name: 'Allowed' }).waitFor();
    await visit.page.getByText('RoleBinding "bob-list-configmaps/sample"').waitFor();
  });

  it('has near misses with the reason why each failed', async () => {
    await visit.page.goto(
      `${visit.url}/access?subject=user&user=alice&verb=delete&resource=configmaps&namespace=sample`,
    );
    await visit.page.getByText('The rule allows get, list, watch, not delete.').waitFor();
    await visit.page.goto(`${visit.url}/access?subject=user&user=alice&resource=configmaps&namespace=default`);
    await visit.page.getByText('It grants in the namespace "sample" only, not in "default".').waitFor();
  });

  it('shows all that a subject may do, and what gives it', async () => {
    await visit.page.goto(`${visit.url}/access?subject=user&user=alice&tab=matrix&namespace=sample`);
    const cell = visit.page.getByRole('button', {
      name: 'watch configmaps: allowed by RoleBinding config-readers → Role config-reader',
    });
    await cell.click();
    await visit.page.getByRole('heading', { name: 'Allowed' }).waitFor();
    expect(new URL(visit.page.url()).searchParams.get('verb')).toBe('watch');
  });

  it('shows before a role is saved or deleted who loses what', async () => {
    const role = '/objects/rbac.authorization.cluster.io/v1/roles/sample/config-reader?tab=yaml';
    await visit.page.goto(`${visit.url}${role}`);
    await visit.page.locator('.monaco-editor .view-lines').first().click();
    await visit.page.keyboard.press('Control+End');
    for (let count = 0; count < 'configmaps\n'.length; count++) await visit.page.keyboard.press('Backspace');
    await visit.page.keyboard.type('pods');
    await visit.page.getByText('Saving this gives access to 2 subjects, and takes access from 2 subjects.').waitFor();
    await visit.page.getByRole('button', { name: 'Show who gains and loses what' }).click();
    await visit.page
      .getByRole('list', { name: 'Lost' })
      .getByText('User alice, in sample: get, list, watch on configmaps')
      .waitFor();
    await visit.page.getByRole('button', { name: 'Discard' }).click();
    await visit.page.getByRole('button', { name: 'Delete' }).click();
    await visit.page.getByText('Deleting this takes access from 2 subjects.').waitFor();
    await visit.page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('lets the whole page act as somebody else, over a reload too, and shows the way out', async () => {
    await visit.page.goto(`${visit.url}/access?subject=user&user=bob&namespace=sample`);
    await visit.page.getByRole('button', { name: 'Act as them' }).click();
    const banner = visit.page.getByRole('region', { name: 'Acting as somebody else' });
    await banner.getByText('bob').waitFor();
    await visit.page.goto(`${visit.url}/objects/core/v1/secrets`);
    await banner.waitFor();
    await visit.page.getByRole('heading', { name: 'bob may not see this' }).waitFor();
    for (const path of ['/', '/timeline', '/certificates', '/access']) {
      await visit.page.goto(`${visit.url}${path}`);
      await banner.waitFor();
      await visit.page.waitForTimeout(500);
    }
    await banner.getByRole('button', { name: 'Act as the administrator again' }).click();
    await banner.waitFor({ state: 'detached' });
  });

  it('makes a key and a request, approves it, and downloads the certificate', async () => {
    await visit.page.goto(`${visit.url}/certificates`);
    await visit.page.getByRole('button', { name: 'New request' }).click();
    await visit.page.getByLabel('Name of the request').fill('jane');
    await visit.page.getByLabel('Common name: the user').fill('jane');
    await visit.page.getByLabel('Organizations: the groups').fill('dev, ops');
    await visit.page.getByRole('button', { name: 'Make the key and ask' }).click();
    const download = visit.page.waitForEvent('download');
    await visit.page.getByRole('button', { name: 'Download private key' }).click();
    expect(await textOf(download)).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    const request = visit.page.getByRole('complementary', { name: 'Request jane' });
    await request.getByText('dev, ops').waitFor();
    await request.getByRole('button', { name: 'Approve' }).click();
    const issued = visit.page.waitForEvent('download');
    await request.getByRole('button', { name: 'Download certificate' }).click();
    expect(await textOf(issued)).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
  });

  it('denies a request', async () => {
    await visit.page.getByRole('button', { name: 'New request' }).click();
    await visit.page.getByLabel('Name of the request').fill('mallory');
    await visit.page.getByLabel('Common name: the user').fill('mallory');
    await visit.page.getByRole('button', { name: 'Make the key and ask' }).click();
    const request = visit.page.getByRole('complementary', { name: 'Request mallory' });
    await request.getByRole('button', { name: 'Deny' }).click();
    await request.getByText('Denied on the page of certificate requests.').waitFor();
  });

  it('goes to anything by keyboard', async () => {
    await visit.page.keyboard.press('Control+k');
    await visit.page.getByRole('combobox', { name: 'Go to anything' }).fill('secrets cred');
    await visit.page.getByRole('option', { name: /credentials/ }).waitFor();
    await visit.page.keyboard.press('Enter');
    await visit.page.getByRole('heading', { name: 'credentials', level: 1 }).waitFor();
    await visit.page.keyboard.press('Control+k');
    await visit.page.getByRole('combobox', { name: 'Go to anything' }).fill('timeline');
    await visit.page.keyboard.press('Enter');
    await visit.page.getByRole('heading', { name: /timeline/i, level: 1 }).waitFor();
  });

  it('never wrote an error on the console', () => {
    expect(visit.problems).toEqual([]);
  });
});
