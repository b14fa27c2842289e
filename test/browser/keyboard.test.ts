import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { askCluster, visitApp } from './browser.ts';

/** Tables by keyboard and row menu, in a small window. */
describe('a table of objects', () => {
  const visit = visitApp({ hasSample: true });
  const focused = (): Promise<string | null> =>
    visit.page.evaluate(() => document.activeElement?.textContent?.trim() ?? null);
  const openDeployments = () => visit.page.goto(`${visit.url}/objects/apps/v1/deployments?namespace=sample`);
  const menuOf = async (name: string) => {
    await visit.page.getByRole('button', { name: `Actions for ${name}` }).click();
    return visit.page.getByRole('menu');
  };

  it('moves between rows with j, k and the arrows, and opens an object with Enter', async () => {
    await visit.page.setViewportSize({ width: 800, height: 600 });
    await visit.page.goto(`${visit.url}/objects/rbac.authorization.cluster.io/v1/clusterroles`);
    const names = visit.page.locator('[data-row] a');
    await names.nth(3).waitFor();
    const [first = '', second = '', third = ''] = await names.allTextContents();
    await visit.page.keyboard.press('j');
    await expect.poll(focused).toBe(first);
    await visit.page.keyboard.press('j');
    await expect.poll(focused).toBe(second);
    await visit.page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe(third);
    await visit.page.keyboard.press('k');
    await expect.poll(focused).toBe(second);
    await visit.page.keyboard.press('Enter');
    await visit.page.getByRole('heading', { name: second, exact: true }).waitFor();
  });

  it('renders rows outside the viewport before it moves to them', async () => {
    await visit.page.goBack();
    await visit.page.locator('[data-row="0"] a').waitFor();
    await visit.page.keyboard.press('j');
    await expect.poll(() => visit.page.locator('[data-row="0"] a:focus').count()).toBe(1);
    await visit.page.keyboard.press('End');
    const rows = Number(await visit.page.getByRole('grid').getAttribute('aria-rowcount')) - 1;
    await expect.poll(() => visit.page.locator(`[data-row="${rows - 1}"] a:focus`).count()).toBe(1);
  });

  it("selects a row with x, as does the check box with the object's name", async () => {
    await openDeployments();
    const select = visit.page.getByRole('checkbox', { name: 'Select hello' });
    await select.waitFor();
    await visit.page.keyboard.press('j');
    await expect.poll(focused).toBe('hello');
    await visit.page.keyboard.press('x');
    expect(await select.isChecked()).toBe(true);
    await visit.page.keyboard.press('x');
    expect(await select.isChecked()).toBe(false);
  });

  it('exports the selected rows as YAML', async () => {
    await visit.page.getByRole('checkbox', { name: 'Select hello' }).check();
    const saved = visit.page.waitForEvent('download');
    await visit.page.getByRole('button', { name: 'Export 1' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(/^deployments-\d{4}-\d\d-\d\d\.yaml$/);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toMatch(/^apiVersion: apps\/v1\nkind: Deployment\nmetadata:\n {2}name: hello\n/);
    expect(text).not.toContain('uid:');
    await visit.page.getByRole('checkbox', { name: 'Select hello' }).uncheck();
  });

  it('focuses the filter with /, and enters shortcuts there as text', async () => {
    await visit.page.keyboard.press('/');
    await visit.page.keyboard.type('jk?');
    expect(await visit.page.getByRole('textbox', { name: 'Filter by any text' }).inputValue()).toBe('jk?');
    await visit.page
      .getByRole('button', { name: /clear|reset/i })
      .first()
      .click();
    await visit.page.locator('[data-row]').first().waitFor();
    // The button has returned the focus to the filter.
    await visit.page.keyboard.press('Escape');
  });

  it.each(['Enter', 'ArrowDown'])('leaves the filter with %s to the first row', async (key) => {
    await visit.page.keyboard.press('/');
    await visit.page.keyboard.type('hel');
    await visit.page.keyboard.press(key);
    await expect.poll(focused).toBe('hello');
    await visit.page.keyboard.press('/');
    await visit.page.keyboard.press('Control+a');
    await visit.page.keyboard.press('Delete');
    await visit.page.keyboard.press('Escape');
  });

  it('leaves the filter with Escape, and shortcuts work again', async () => {
    await visit.page.keyboard.press('/');
    await visit.page.keyboard.press('Escape');
    await expect.poll(() => visit.page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    await visit.page.keyboard.press('j');
    await expect.poll(focused).toBe('hello');
  });

  it('restores the focus when the palette is closed', async () => {
    await visit.page.keyboard.press('Control+k');
    await visit.page.getByRole('combobox', { name: 'Go to anything' }).waitFor();
    await visit.page.keyboard.press('Escape');
    await expect.poll(focused).toBe('hello');
  });

  it.each(['Control+k', 'its button'])(
    'moves the focus to the view that the palette opens, after %s',
    async (opened) => {
      const heading = (name: string) => visit.page.getByRole('heading', { level: 1, name, exact: true });
      const focusedMain = () => visit.page.evaluate(() => document.activeElement?.matches('main') ?? false);
      const choose = async (query: string, title: string) => {
        if (opened === 'its button') await visit.page.getByRole('button', { name: 'Go to anything' }).click();
        else await visit.page.keyboard.press(opened);
        await visit.page.getByRole('combobox', { name: 'Go to anything' }).fill(query);
        await visit.page.getByRole('option', { name: new RegExp(`^${title}`), selected: true }).waitFor();
        await visit.page.keyboard.press('Enter');
        await heading(title).waitFor();
        await expect.poll(focusedMain).toBe(true);
      };
      await openDeployments();
      await visit.page.locator('[data-row]').first().waitFor();
      await visit.page.keyboard.press('j');
      await expect.poll(focused).toBe('hello');
      // A view whose code has not been loaded, and a list, which is the same view for another kind.
      await choose('flow', 'Flow control');
      await choose('config maps', 'ConfigMaps');
      await choose('deployments', 'Deployments');
      await visit.page.getByRole('checkbox', { name: 'Select hello' }).waitFor();
      await visit.page.keyboard.press('j');
      await expect.poll(focused).toBe('hello');
    },
  );

  it('explains an invalid label selector below its field, and sends no request for it', async () => {
    const selectors: string[] = [];
    const note = (request: { url(): string }) => {
      const selector = new URL(request.url()).searchParams.get('labelSelector');
      if (selector !== null) selectors.push(selector);
    };
    visit.page.on('request', note);
    await visit.page.goto(`${visit.url}/objects/apps/v1/deployments?namespace=sample&labels=app%20in`);
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
    await openDeployments();
    await visit.page.locator('[data-row]').first().waitFor();
  });

  it.each([1440, 1024, 800])('fits into a window of %i pixels unless its columns require more', async (width) => {
    await visit.page.setViewportSize({ width, height: 900 });
    await visit.page.goto(`${visit.url}/objects/core/v1/configmaps?namespace=sample`);
    await visit.page.locator('[data-row]').first().waitFor();
    const surplus = await visit.page
      .locator('.tp-table-scroller')
      .evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(surplus).toBe(0);
    await visit.page.setViewportSize({ width: 800, height: 600 });
    await openDeployments();
    await visit.page.locator('[data-row]').first().waitFor();
  });

  it('lists the shortcuts with ?', async () => {
    await visit.page.locator('h1').click();
    await visit.page.keyboard.press('?');
    const help = visit.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Next row').waitFor();
    await visit.page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
  });

  it('scales an object from its menu', async () => {
    await (await menuOf('hello')).getByText('Scale…').click();
    const dialog = visit.page.getByRole('dialog', { name: 'Scale hello' });
    const replicas = dialog.getByRole('spinbutton', { name: 'Replicas' });
    await replicas.fill('7');
    await dialog.getByRole('button', { name: 'Scale', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const { spec } = await askCluster(visit.page, '/apis/apps/v1/namespaces/sample/deployments/hello');
    expect(spec).toMatchObject({ replicas: 7 });
  });

  it('reports results without covering the table', async () => {
    const message = visit.page.getByText('Scaled hello to 7');
    const [messageBox, tableBox] = await Promise.all([
      message.boundingBox(),
      visit.page.locator('.tp-table-scroller').boundingBox(),
    ]);
    if (!messageBox || !tableBox) throw new Error('the message or the table is not shown');
    expect(messageBox.y).toBeGreaterThanOrEqual(tableBox.y + tableBox.height);
  });

  it('opens the editor from the menu', async () => {
    await (await menuOf('hello')).getByText('Edit').click();
    await visit.page.waitForURL(/deployments\/sample\/hello\?.*tab=yaml/);
  });

  it('duplicates an object under another name without server fields', async () => {
    await openDeployments();
    await (await menuOf('hello')).getByText('Duplicate').click();
    await visit.page.waitForURL(/\/create\/apps\/v1\/deployments/);
    await visit.page.getByText('hello-copy').first().waitFor();
    await visit.page
      .getByRole('button', { name: /^create/i })
      .last()
      .click();
    await visit.page.getByText('Created Deployment hello-copy').waitFor();
    const path = '/apis/apps/v1/namespaces/sample/deployments/hello-copy';
    expect((await askCluster(visit.page, path)).spec).toMatchObject({ replicas: 7 });
  });

  it('deletes one object from its menu', async () => {
    await openDeployments();
    await (await menuOf('hello-copy')).getByText('Delete…').click();
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    // An open dialog hides the page from roles.
    await visit.page.getByRole('dialog').waitFor({ state: 'detached' });
    await visit.page.getByRole('link', { name: 'hello-copy' }).waitFor({ state: 'detached' });
    expect(await visit.page.getByRole('link', { name: 'hello', exact: true }).count()).toBe(1);
  });

  it('logs nothing on the console', () => expect(visit.problems).toEqual([]));
});
