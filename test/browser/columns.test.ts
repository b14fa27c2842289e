import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { askCluster, openInApp, visitApp } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

const LONG_NAME = 'a-config-map-whose-generated-name-is-too-long-for-its-column-7d9f8c6b5-x2k4p';

const widthOf = async (header: Locator): Promise<number> => Math.round((await header.boundingBox())?.width ?? 0);

describe('the columns of a list', () => {
  const visit = visitApp({ hasSample: true, hasNodes: false });
  const header = (name: string) => visit.page.getByRole('columnheader', { name: new RegExp(`^${name}`) });
  const border = (name: string) => visit.page.getByRole('separator', { name: `Width of ${name}`, exact: true });
  const dialog = () => visit.page.getByRole('dialog', { name: 'Columns' });
  const openDialog = () => visit.page.getByRole('button', { name: 'Columns' }).click();
  const openList = async () => {
    await openInApp(visit.page, '/objects/core/v1/pods?namespace=sample');
    await visit.page.locator('[data-row="0"]').waitFor();
  };
  const add = async (source: string) => {
    await dialog().getByLabel('Add a column').fill(source);
    await visit.page.keyboard.press('Enter');
  };

  it('include the value of a label and of a JSONPath on demand', async () => {
    await openList();
    await openDialog();
    await add('app');
    await add('.spec.containers[0].image');
    expect(await seriousViolations(visit.page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Done' }).click();
    const row = visit.page.locator('[data-row="0"]');
    await expect.poll(() => row.locator('[data-label="app"]').textContent()).toBe('hello');
    await expect.poll(() => row.locator('[data-label=".spec.containers[0].image"]').textContent()).toMatch(/nginx|:/);
  });

  it('are not added with an invalid JSONPath, which is an error below its field', async () => {
    await openDialog();
    await add('.spec[');
    await dialog().getByText('unterminated', { exact: false }).waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
    expect(await header('\\.spec\\[$').count()).toBe(0);
  });

  it('are hidden and moved by keyboard', async () => {
    await openDialog();
    await dialog().getByRole('checkbox', { name: 'Restarts' }).focus();
    await visit.page.keyboard.press('Space');
    await dialog().getByRole('button', { name: 'Move Age up' }).focus();
    for (let place = 0; place < 2; place++) await visit.page.keyboard.press('Enter');
    await visit.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await header('Restarts').count()).toBe(0);
    const names = await visit.page.getByRole('columnheader').allInnerTexts();
    expect(names.indexOf('Age')).toBeLessThan(names.indexOf('Status'));
  });

  it('change their width by arrow keys and by dragging', async () => {
    const before = await widthOf(header('Status'));
    await border('Status').press('ArrowRight');
    await expect.poll(() => widthOf(header('Status'))).toBe(before + 16);
    const box = await border('Status').boundingBox();
    const [x, y] = [(box?.x ?? 0) + 4, (box?.y ?? 0) + 8];
    await visit.page.mouse.move(x, y);
    await visit.page.mouse.down();
    await visit.page.mouse.move(x + 50, y, { steps: 5 });
    await visit.page.mouse.up();
    await expect.poll(() => widthOf(header('Status'))).toBe(before + 66);
  });

  it('are remembered with their widths and the sorting', async () => {
    await header('Status').getByRole('button').click();
    const width = await widthOf(header('Status'));
    await openList();
    expect(await widthOf(header('Status'))).toBe(width);
    expect(await header('Status').getAttribute('aria-sort')).toBe('ascending');
    await header('app').waitFor();
    await openDialog();
    await dialog().getByRole('button', { name: 'Reset table' }).click();
    await visit.page.keyboard.press('Escape');
    await header('app').waitFor({ state: 'detached' });
    await header('Restarts').waitFor();
  });

  it('shrink before a scrollbar appears, and names are cut in the middle', async () => {
    const body = JSON.stringify({ metadata: { name: LONG_NAME } });
    await askCluster(visit.page, '/api/v1/namespaces/sample/configmaps', { method: 'POST', body });
    await visit.page.setViewportSize({ width: 800, height: 600 });
    await openInApp(visit.page, '/objects/core/v1/configmaps');
    const link = visit.page.getByRole('link', { name: LONG_NAME });
    await link.waitFor();
    const scroller = visit.page.locator('.tp-table-scroller');
    expect(await scroller.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect(await link.getAttribute('title')).toBe(LONG_NAME);
    const [start, end] = [link.locator('span span').first(), link.locator('span span').last()];
    const isCut = () => start.evaluate((part) => part.scrollWidth > part.clientWidth);
    const padding = () => header('Data').evaluate((cell) => getComputedStyle(cell).paddingInlineStart);
    expect([await isCut(), await padding()]).toEqual([true, '8px']);
    expect(await end.textContent()).toBe(LONG_NAME.slice(-6));
    expect(await end.evaluate((part) => part.getBoundingClientRect().right <= innerWidth)).toBe(true);
    await visit.page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(async () => [await isCut(), await padding()]).toEqual([false, '16px']);
  });

  it('log nothing on the console', () => expect(visit.problems).toEqual([]));
});
