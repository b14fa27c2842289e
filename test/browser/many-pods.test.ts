import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { askCluster, openInApp, visitApp } from './browser.ts';

const DEPLOYMENT = '/apis/apps/v1/namespaces/sample/deployments/hello';
const PODS = 60;
/** Pods that a card shows before "Show more" is clicked. */
const SHOWN = 50;

const CONFIG_MAPS = '/api/v1/namespaces/sample/configmaps';
/** Its row precedes the rows of the sample. */
const FIRST_CONFIG_MAP = { metadata: { name: 'before-all' } };

const scale = (page: Page, replicas: number) =>
  askCluster(page, DEPLOYMENT, {
    method: 'PATCH',
    type: 'application/merge-patch+json',
    body: JSON.stringify({ spec: { replicas } }),
  });

/** Starts to count computations of styles in tables, for which the browser lays out the page. */
async function countComputedStyles(page: Page): Promise<() => Promise<number>> {
  const counted = await page.evaluateHandle(() => {
    const styles = { count: 0 };
    const { getComputedStyle } = window;
    window.getComputedStyle = (element, pseudoElement) => {
      if (element.closest('table')) styles.count += 1;
      return getComputedStyle.call(window, element, pseudoElement);
    };
    return styles;
  });
  return async () => (await counted.jsonValue()).count;
}

describe('pages of many objects', () => {
  const visit = visitApp({ hasSample: true, hasNodes: false });
  const grid = (name: string) => visit.page.getByRole('grid', { name, exact: true });

  beforeAll(async () => {
    await openInApp(visit.page, '/objects/core/v1/pods?namespace=sample');
    await visit.page.locator('[data-row="2"]').waitFor();
  });

  it('fill a list without computing styles, because the menu of a row is rendered when it opens', async () => {
    const styles = await countComputedStyles(visit.page);
    await scale(visit.page, PODS);
    await expect.poll(() => grid('Pod').getAttribute('aria-rowcount')).toBe(String(PODS + 1));
    expect(await styles()).toBe(0);
  });

  it('move the focus into the menu of a row, and back to its button when it is closed', async () => {
    const button = visit.page.getByRole('button', { name: /^Actions for hello-/ }).first();
    await button.click();
    await expect.poll(() => visit.page.getByRole('menuitem', { name: 'Edit' }).evaluate(isFocused)).toBe(true);
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    await visit.page.keyboard.press('Escape');
    await visit.page.getByRole('menu').waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate(isFocused)).toBe(true);
  });

  it('close the menu of a row when its button is clicked again', async () => {
    const button = visit.page.getByRole('button', { name: /^Actions for hello-/ }).first();
    await button.click();
    await visit.page.getByRole('menu').waitFor();
    await button.click();
    await visit.page.getByRole('menu').waitFor({ state: 'detached' });
  });

  it('render only the visible pods of a deployment, and the other pods on scrolling', async () => {
    await openInApp(visit.page, '/objects/apps/v1/deployments/sample/hello?tab=rollout');
    const rows = grid('Pods').getByRole('row');
    await visit.page.getByRole('button', { name: `Show more (${PODS - SHOWN})` }).waitFor();
    expect(await grid('Pods').getAttribute('aria-rowcount')).toBe(String(SHOWN + 1));
    await expect.poll(() => rows.count()).toBeLessThan(SHOWN - 10);
    expect(await rows.nth(1).getAttribute('aria-rowindex')).toBe('2');
    await visit.page.getByRole('button', { name: /^Show more/ }).scrollIntoViewIfNeeded();
    await expect.poll(() => rows.last().getAttribute('aria-rowindex')).toBe(String(SHOWN + 1));
    expect(await rows.count()).toBeLessThan(SHOWN);
  });

  it('neither lay out nor paint cards outside the viewport', async () => {
    const isDrawn = () => grid('Events').evaluate((table) => table.checkVisibility({ contentVisibilityAuto: true }));
    await visit.page.locator('.tp-tab-content').evaluate((content) => content.scrollTo(0, 0));
    await expect.poll(isDrawn).toBe(false);
    await visit.page.locator('.tp-tab-content').evaluate((content) => content.scrollTo(0, content.scrollHeight));
    await expect.poll(isDrawn).toBe(true);
  });

  // No controller writes these config maps, so their rows change only when a client writes them.
  it('do not rerender the cells of a row when a row appears before it', async () => {
    await openInApp(visit.page, '/objects/core/v1/configmaps?namespace=sample');
    await visit.page.locator('[data-row="1"]').waitFor();
    const row = await visit.page.locator('[data-row="0"]').elementHandle();
    const rendered = await row?.evaluateHandle(renderedCells);
    try {
      const { httpStatus } = await askCluster(visit.page, CONFIG_MAPS, {
        method: 'POST',
        body: JSON.stringify(FIRST_CONFIG_MAP),
      });
      expect(httpStatus).toBe(201);
      await expect.poll(() => row?.getAttribute('data-row')).toBe('1');
      const now = await row?.evaluateHandle(renderedCells);
      const pairs = await visit.page.evaluate(
        ([before = [], after = []]) => before.map((cell, index) => cell !== undefined && cell === after[index]),
        [rendered, now],
      );
      expect(pairs.length).toBeGreaterThan(3);
      expect(pairs).not.toContain(false);
    } finally {
      await askCluster(visit.page, `${CONFIG_MAPS}/${FIRST_CONFIG_MAP.metadata.name}`, { method: 'DELETE' });
    }
  });

  it('log nothing on the console', () => expect(visit.problems).toEqual([]));
});

const isFocused = (element: Element): boolean => element === document.activeElement;

/** In the page: returns the React props of the cells of a row, which are new objects after each rendering. */
const renderedCells = (row: Element): unknown[] =>
  [...row.children].map((cell) => Object.entries(cell).find(([key]) => key.startsWith('__reactProps$'))?.[1]);
