import { describe, expect, it } from 'vitest';
import { askCluster, askSuccessor, flipSwitch, killWorkers, openInApp, visitApp } from './browser.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

/** Milliseconds until a trace is stored at the latest, which a worker does once for many requests. */
const LONGEST_PERIOD = 6000;

describe('the requests of a cluster', () => {
  const visit = visitApp({ hasSample: false });
  const row = (text: string | RegExp) =>
    visit.page.getByRole('grid', { name: 'Requests' }).getByRole('row').filter({ hasText: text });

  it('are listed with denials', async () => {
    await visit.page.getByText('Connected').first().waitFor();
    const body = JSON.stringify({ metadata: { name: 'traced' } });
    expect((await askCluster(visit.page, CONFIG_MAPS, { method: 'POST', body })).httpStatus).toBe(201);
    const denied = (path: string) => fetch(path, { method: 'DELETE' }).then(({ status }) => status);
    expect(await visit.page.evaluate(denied, `${CONFIG_MAPS}/traced`)).toBe(403);
    await openInApp(visit.page, '/requests');
    await row(/create configmaps traced/).waitFor();
    await row(/delete configmaps traced/).waitFor();
  });

  it('have as many columns as the window has room for', async () => {
    const shown = () => visit.page.getByRole('columnheader').filter({ visible: true }).allInnerTexts();
    expect(await shown()).toEqual(['Method', 'Request', 'Path', 'User', 'Status', 'Time', 'Size', 'Age']);
    await visit.page.setViewportSize({ width: 800, height: 600 });
    await expect.poll(shown).toEqual(['Request', 'User', 'Status', 'Time', 'Age']);
    await visit.page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(shown).toEqual(['Request', 'Status']);
    await visit.page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(async () => (await shown()).length).toBe(8);
  });

  it('stay and can be opened when the worker is killed, and newer requests are added', async () => {
    await visit.page.waitForTimeout(LONGEST_PERIOD);
    await killWorkers(visit.context, visit.page);
    const body = JSON.stringify({ data: { changed: 'yes' } });
    const type = 'application/merge-patch+json';
    await askSuccessor(visit.page, `${CONFIG_MAPS}/traced`, { method: 'PATCH', type, body });
    await row(/patch configmaps traced/).waitFor();
    expect([await row(/create configmaps traced/).count(), await row(/delete configmaps traced/).count()]).toEqual([
      1, 1,
    ]);
    await row(/delete configmaps traced/).click();
    await visit.page.getByRole('heading', { name: 'delete configmaps traced' }).waitFor();
    await visit.page.getByText('system:anonymous').first().waitFor();
  });

  it('survive a reload after another kill', async () => {
    await killWorkers(visit.context, visit.page);
    await visit.page.goto(`${visit.url}/requests`);
    for (const verb of ['create', 'delete', 'patch']) await row(`${verb} configmaps traced`).waitFor();
  });

  it('include those of controllers once the user enables them', async () => {
    const ofController = row(/create configmaps kube-root-ca\.crt/).first();
    expect(await ofController.count()).toBe(0);
    await flipSwitch(visit.page, 'Controllers and heartbeats');
    await ofController.waitFor();
    await flipSwitch(visit.page, 'Controllers and heartbeats');
    await ofController.waitFor({ state: 'detached' });
  });

  it('include reads while the user enables them', async () => {
    await flipSwitch(visit.page, 'Reads and watches');
    const read = row(/list configmaps/);
    const readAgain = async () => {
      await askCluster(visit.page, CONFIG_MAPS);
      return read.count();
    };
    await expect.poll(readAgain, { timeout: 10_000 }).toBeGreaterThan(0);
    await flipSwitch(visit.page, 'Reads and watches');
    await read.first().waitFor({ state: 'detached' });
  });

  it('show the durations of their stages, and their headers', async () => {
    await row(/create configmaps traced/).click();
    const stages = visit.page.getByRole('list', { name: 'Stages' }).getByRole('listitem');
    await stages.first().waitFor();
    const names = (await stages.allTextContents()).map((text) => text.replace(/ (< )?\d+ ms$/, ''));
    expect(names).toEqual(['authentication', 'flow control', 'authorization', 'endpoint']);
    await visit.page.getByRole('button', { name: 'Request headers' }).click();
    await visit.page.getByText('content-type: application/json').waitFor();
  });

  it('are filtered by fields, each of which can be removed', async () => {
    const filter = visit.page.getByRole('textbox', { name: 'Filter requests' });
    await filter.fill('path:/traced -method:delete');
    await row(/patch configmaps traced/).waitFor();
    await row(/delete configmaps traced/).waitFor({ state: 'detached' });
    await visit.page.getByRole('button', { name: 'Remove -method:delete' }).click();
    await row(/delete configmaps traced/).waitFor();
    expect(await filter.inputValue()).toBe('path:/traced');
  });

  it('have a method, a path, a user, a status, a time and a size', async () => {
    await openInApp(visit.page, '/requests?filter=traced');
    await row('create configmaps traced').waitFor();
    const cells = await row('create configmaps traced').getByRole('gridcell').allTextContents();
    expect(cells.slice(0, 5)).toEqual(['POST', 'create configmaps traced', CONFIG_MAPS, 'admin', ' 201']);
    expect(cells[5]).toMatch(/^(< 1|\d+) ms$/);
    expect(cells[6]).toMatch(/^\d+ B$/);
  });

  it('are copied as commands and code', async () => {
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const details = visit.page.getByRole('complementary', { name: 'Request' });
    const copied = async (form: string) => {
      await details.getByRole('button', { name: 'Copy as' }).click();
      await visit.page.getByRole('menuitem', { name: form }).click();
      await visit.page.getByText(`Copied the request as ${form}`).waitFor();
      return visit.page.evaluate(() => navigator.clipboard.readText());
    };
    await row('delete configmaps traced').getByRole('button').click();
    expect(await copied('kubectl')).toBe(
      'kubectl --as system:anonymous --as-group system:unauthenticated delete configmaps traced -n default',
    );
    await row('patch configmaps traced').getByRole('button').click();
    expect(await copied('curl')).toContain(`curl -X PATCH ${visit.url}${CONFIG_MAPS}/traced`);
    expect(await copied('fetch')).toContain(`fetch('${visit.url}${CONFIG_MAPS}/traced'`);
  });

  it('are edited and sent again', async () => {
    await visit.page.getByRole('button', { name: 'Edit and send again…' }).click();
    const dialog = visit.page.getByRole('dialog', { name: 'Send again' });
    await dialog.getByRole('textbox', { name: 'Body' }).fill('{"data":{"changed":"twice"}}');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await dialog.getByRole('heading', { name: 'The server answered 200' }).waitFor();
    expect((await askCluster(visit.page, `${CONFIG_MAPS}/traced`)).data).toEqual({ changed: 'twice' });
    await dialog.getByRole('button', { name: 'View request' }).click();
    await expect.poll(() => row('patch configmaps traced').count()).toBe(2);
    await visit.page.getByRole('complementary', { name: 'Request' }).getByText('patch configmaps traced').waitFor();
  });

  it('are sent as another user, with reasons and fixes for a denial', async () => {
    await visit.page.getByRole('button', { name: 'Send as another user…' }).click();
    const dialog = visit.page.getByRole('dialog', { name: 'Send again' });
    expect(await dialog.getByRole('button', { name: 'Send request' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'User name' }).fill('dora');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await dialog.getByRole('heading', { name: 'The server answered 403' }).waitFor();
    expect(await dialog.getByRole('link', { name: 'Why?' }).count()).toBe(1);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const denied = row(/patch configmaps traced.*dora/);
    await denied.getByRole('link', { name: 'Why?' }).click();
    await visit.page.getByText('User dora cannot patch configmaps named traced in namespace default').waitFor();
    await visit.page.goBack();
    await denied.getByRole('link', { name: 'Fixes' }).click();
    await visit.page.getByRole('button', { name: 'Create Role and RoleBinding' }).waitFor();
  });

  it('of a view have reasons and fixes in the view when they are denied', async () => {
    await openInApp(visit.page, '/access?subject=user&user=erin&namespace=default');
    await visit.page.getByRole('button', { name: 'Impersonate erin' }).click();
    await openInApp(visit.page, '/objects/core/v1/secrets?namespace=default');
    await visit.page.getByRole('heading', { name: 'Access denied for erin' }).waitFor();
    expect(await visit.page.getByRole('link', { name: 'Fixes' }).count()).toBe(1);
    await visit.page.getByRole('link', { name: 'Why?' }).click();
    const impersonation = visit.page.getByRole('region', { name: 'Impersonation' });
    await impersonation.getByRole('button', { name: 'Stop impersonating' }).click();
    await visit.page.getByText('User erin cannot list secrets in namespace default').waitFor();
  });

  it('are rendered only while they are visible', async () => {
    await visit.page.evaluate(async (path) => {
      const headers = { Authorization: 'Bearer tabplane-admin', 'Content-Type': 'application/merge-patch+json' };
      const body = JSON.stringify({ data: { changed: 'often' } });
      for (let count = 0; count < 300; count++) await fetch(path, { method: 'PATCH', headers, body });
    }, `${CONFIG_MAPS}/traced`);
    await openInApp(visit.page, '/requests?filter=traced');
    const grid = visit.page.getByRole('grid', { name: 'Requests' });
    await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(300);
    expect(await grid.getByRole('row').count()).toBeLessThan(60);
    const isAtEnd = async () => {
      // Rows may still be added while the list is scrolled.
      for (const key of ['j', 'End']) await visit.page.keyboard.press(key);
      return grid.locator(`[aria-rowindex="${await grid.getAttribute('aria-rowcount')}"]`).isVisible();
    };
    await expect.poll(isAtEnd, { timeout: 30_000 }).toBe(true);
  });

  it('leave space for the list beside the details in a small window', async () => {
    await visit.page.setViewportSize({ width: 800, height: 600 });
    await askCluster(visit.page, CONFIG_MAPS, {
      method: 'POST',
      body: JSON.stringify({ metadata: { name: 'narrow' } }),
    });
    // Rows out of view are not rendered: the filter leaves only one.
    await openInApp(visit.page, '/requests?filter=narrow');
    await row('create configmaps narrow').getByRole('button').click();
    await visit.page.getByRole('complementary', { name: 'Request' }).getByText('Copy as').waitFor();
    const list = visit.page.getByRole('region', { name: 'Recent requests' });
    const { width = 0, height = 0 } = (await list.boundingBox()) ?? {};
    expect(width).toBeGreaterThan(300);
    expect(height).toBeGreaterThan(250);
    expect(await list.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await visit.page.setViewportSize({ width: 1440, height: 900 });
  });
});
