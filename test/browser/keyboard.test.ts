import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { askCluster, openInApp, visitApp } from './browser.ts';

const DEPLOYMENTS = '/apis/apps/v1/namespaces/sample/deployments';

/** Tables by keyboard and row menu, in a small window. Each test opens the page that it needs. */
describe('a table of objects', () => {
  const visit = visitApp({ hasSample: true });
  const focused = (): Promise<string | null> =>
    visit.page.evaluate(() => document.activeElement?.textContent?.trim() ?? null);
  const focusedTag = () => visit.page.evaluate(() => document.activeElement?.tagName);
  const press = (key: string) => visit.page.keyboard.press(key);
  const openDeployments = async (search = '') => {
    await openInApp(visit.page, `/objects/apps/v1/deployments?namespace=sample${search}`);
    await visit.page.getByRole('checkbox', { name: 'Select hello', exact: true }).waitFor();
  };
  const openRoles = async () => {
    await openInApp(visit.page, '/objects/rbac.authorization.cluster.io/v1/clusterroles');
    await visit.page.locator('[data-row="3"] a').waitFor();
  };
  const focusHello = async () => {
    await press('j');
    await expect.poll(focused).toBe('hello');
  };
  const filter = () => visit.page.getByRole('textbox', { name: 'Filter by any text' });
  const openPalette = async (way: 'Control+k' | 'its button') => {
    if (way === 'its button') await visit.page.getByRole('button', { name: 'Go to anything' }).click();
    else await press(way);
    const palette = visit.page.getByRole('combobox', { name: 'Go to anything' });
    await palette.waitFor();
    return palette;
  };
  const menuOf = async (name: string) => {
    await visit.page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    return visit.page.getByRole('menu');
  };
  const scale = async (replicas: number) => {
    await (await menuOf('hello')).getByText('Scale…').click();
    const dialog = visit.page.getByRole('dialog', { name: 'Scale hello' });
    await dialog.getByRole('spinbutton', { name: 'Replicas' }).fill(String(replicas));
    await dialog.getByRole('button', { name: 'Scale', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  beforeEach(() => visit.page.setViewportSize({ width: 800, height: 600 }));

  it('moves between rows with j, k and the arrows, and opens an object with Enter', async () => {
    await openRoles();
    const [first = '', second = '', third = ''] = await visit.page.locator('[data-row] a').allTextContents();
    await press('j');
    await expect.poll(focused).toBe(first);
    await press('j');
    await expect.poll(focused).toBe(second);
    await press('ArrowDown');
    await expect.poll(focused).toBe(third);
    await press('k');
    await expect.poll(focused).toBe(second);
    await press('Enter');
    await visit.page.getByRole('heading', { name: second, exact: true }).waitFor();
  });

  it('renders rows outside the viewport before it moves to them', async () => {
    await openRoles();
    await press('j');
    await expect.poll(() => visit.page.locator('[data-row="0"] a:focus').count()).toBe(1);
    await press('End');
    const rows = Number(await visit.page.getByRole('grid').getAttribute('aria-rowcount')) - 1;
    await expect.poll(() => visit.page.locator(`[data-row="${rows - 1}"] a:focus`).count()).toBe(1);
  });

  it("selects a row with x, as does the check box with the object's name", async () => {
    await openDeployments();
    const select = visit.page.getByRole('checkbox', { name: 'Select hello', exact: true });
    await focusHello();
    await press('x');
    expect(await select.isChecked()).toBe(true);
    await press('x');
    expect(await select.isChecked()).toBe(false);
  });

  it('exports the selected rows as YAML', async () => {
    await openDeployments();
    await visit.page.getByRole('checkbox', { name: 'Select hello', exact: true }).check();
    const saved = visit.page.waitForEvent('download');
    await visit.page.getByRole('button', { name: 'Export 1' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(/^deployments-\d{4}-\d\d-\d\d\.yaml$/);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toMatch(/^apiVersion: apps\/v1\nkind: Deployment\nmetadata:\n {2}name: hello\n/);
    expect(text).not.toContain('uid:');
  });

  it('focuses the filter with /, and enters shortcuts there as text', async () => {
    await openDeployments();
    await press('/');
    await visit.page.keyboard.type('jk?');
    expect(await filter().inputValue()).toBe('jk?');
    expect(await visit.page.getByRole('dialog').count()).toBe(0);
  });

  it.each(['Enter', 'ArrowDown'])('leaves the filter with %s to the first row, and keeps its text', async (key) => {
    await openDeployments();
    await press('/');
    await visit.page.keyboard.type('hel');
    await press(key);
    await expect.poll(focused).toBe('hello');
    expect(await filter().inputValue()).toBe('hel');
    await press('x');
    expect(await visit.page.getByRole('checkbox', { name: 'Select hello', exact: true }).isChecked()).toBe(true);
  });

  it('leaves the filter with Escape, keeps its text, and shortcuts work again', async () => {
    await openDeployments();
    await press('/');
    await visit.page.keyboard.type('hel');
    await press('Escape');
    await expect.poll(focusedTag).toBe('BODY');
    expect(await filter().inputValue()).toBe('hel');
    await focusHello();
  });

  it.each(['Control+k', 'its button'] as const)(
    'restores the focus when the palette, opened with %s, is closed',
    async (way) => {
      await openDeployments();
      await focusHello();
      await openPalette(way);
      await press('Escape');
      await expect.poll(focused).toBe('hello');
      await press('x');
      expect(await visit.page.getByRole('checkbox', { name: 'Select hello', exact: true }).isChecked()).toBe(true);
    },
  );

  it.each(['Control+k', 'its button'] as const)(
    'moves the focus to the view that the palette, opened with %s, navigates to',
    async (way) => {
      const focusedMain = () => visit.page.evaluate(() => document.activeElement?.matches('main') ?? false);
      const choose = async (query: string, title: string) => {
        await (await openPalette(way)).fill(query);
        await visit.page.getByRole('option', { name: new RegExp(`^${title}`), selected: true }).waitFor();
        await press('Enter');
        await visit.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
        await expect.poll(focusedMain).toBe(true);
      };
      await openDeployments();
      await focusHello();
      // A view whose code has not been loaded, and a list, which is the same view for another kind.
      await choose('flow', 'Flow control');
      await choose('config maps', 'ConfigMaps');
      await choose('deployments', 'Deployments');
      await visit.page.getByRole('checkbox', { name: 'Select hello', exact: true }).waitFor();
      await focusHello();
    },
  );

  it('explains an invalid label selector below its field, and sends no request for it', async () => {
    const selectors: string[] = [];
    const note = (request: { url(): string }) => {
      const selector = new URL(request.url()).searchParams.get('labelSelector');
      if (selector !== null) selectors.push(selector);
    };
    visit.page.on('request', note);
    await openDeployments('&labels=app%20in');
    const field = visit.page.getByRole('textbox', { name: 'Label selector' });
    const problem = visit.page.getByText(/^Not applied: /);
    await problem.waitFor();
    await visit.page.getByRole('link', { name: 'hello', exact: true }).waitFor();
    const first = await problem.textContent();
    await field.fill('app=hello world');
    await expect.poll(() => problem.textContent()).not.toBe(first);
    // Waits longer than several attempts with their delays.
    await visit.page.waitForTimeout(5000);
    expect(selectors).toEqual([]);
    await field.fill('app=hello');
    await problem.waitFor({ state: 'detached' });
    await expect.poll(() => new Set(selectors)).toEqual(new Set(['app=hello']));
    visit.page.off('request', note);
  });

  it.each([1440, 1024, 800])('fits into a window of %i pixels unless its columns require more', async (width) => {
    await visit.page.setViewportSize({ width, height: 900 });
    await openInApp(visit.page, '/objects/core/v1/configmaps?namespace=sample');
    await visit.page.locator('[data-row]').first().waitFor();
    const surplus = await visit.page
      .locator('.tp-table-scroller')
      .evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(surplus).toBe(0);
  });

  it('lists the shortcuts with ?', async () => {
    await openDeployments();
    await press('?');
    const help = visit.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Next row').waitFor();
    await press('Escape');
    await help.waitFor({ state: 'detached' });
  });

  it('scales an object from its menu', async () => {
    await openDeployments();
    await scale(5);
    const { spec } = await askCluster(visit.page, `${DEPLOYMENTS}/hello`);
    expect(spec).toMatchObject({ replicas: 5 });
  });

  it('reports results without covering the table', async () => {
    await openDeployments();
    await scale(6);
    const message = visit.page.getByText('Scaled hello to 6');
    await message.waitFor();
    const [messageBox, tableBox] = await Promise.all([
      message.boundingBox(),
      visit.page.locator('.tp-table-scroller').boundingBox(),
    ]);
    if (!messageBox || !tableBox) throw new Error('the message or the table is not shown');
    expect(messageBox.y).toBeGreaterThanOrEqual(tableBox.y + tableBox.height);
  });

  it('opens the editor from the menu', async () => {
    await openDeployments();
    await (await menuOf('hello')).getByText('Edit').click();
    await visit.page.waitForURL(/deployments\/sample\/hello\?.*tab=yaml/);
  });

  it('duplicates an object under another name without server fields', async () => {
    const patch = { method: 'PATCH', type: 'application/merge-patch+json', body: '{"spec":{"replicas":7}}' };
    await askCluster(visit.page, `${DEPLOYMENTS}/hello`, patch);
    await openDeployments();
    await (await menuOf('hello')).getByText('Duplicate').click();
    await visit.page.waitForURL(/\/create\/apps\/v1\/deployments/);
    await visit.page.getByText('hello-copy').first().waitFor();
    await visit.page
      .getByRole('button', { name: /^create/i })
      .last()
      .click();
    await visit.page.getByText('Created Deployment hello-copy').waitFor();
    expect((await askCluster(visit.page, `${DEPLOYMENTS}/hello-copy`)).spec).toMatchObject({ replicas: 7 });
  });

  it('deletes one object from its menu', async () => {
    const { spec } = await askCluster(visit.page, `${DEPLOYMENTS}/hello`);
    const body = JSON.stringify({ metadata: { name: 'spare' }, spec });
    await askCluster(visit.page, DEPLOYMENTS, { method: 'POST', body });
    await openDeployments();
    await (await menuOf('spare')).getByText('Delete…').click();
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    // An open dialog hides the page from roles.
    await visit.page.getByRole('dialog').waitFor({ state: 'detached' });
    await visit.page.getByRole('link', { name: 'spare' }).waitFor({ state: 'detached' });
    expect(await visit.page.getByRole('link', { name: 'hello', exact: true }).count()).toBe(1);
  });

  it('logs nothing on the console', () => expect(visit.problems).toEqual([]));
});
