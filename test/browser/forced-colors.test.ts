import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { askCluster, visitApp } from './browser.ts';

const LONG = 'a-pod-whose-name-is-much-longer-than-the-column-of-names-in-a-small-window-4x7z9q';

/** Returns the contrast of an element's text with the background behind it, from 1 to 21. */
const contrastOf = (locator: Locator): Promise<number> =>
  locator.evaluate((element) => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = channels(color).map((channel) =>
        channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    let behind: Element | null = element;
    while (behind && channels(getComputedStyle(behind).backgroundColor)[3] === 0) behind = behind.parentElement;
    const [text, ground] = [getComputedStyle(element).color, behind && getComputedStyle(behind).backgroundColor].map(
      (color) => luminance(color ?? 'rgb(255, 255, 255)'),
    );
    const [dark = 0, light = 0] = [text ?? 0, ground ?? 0].toSorted((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  });

describe('forced colors', () => {
  const visit = visitApp({ hasSample: true, hasNodes: false });

  it('leave names that are cut in the middle and labels of states readable', async () => {
    const { page } = visit;
    const pods = '/api/v1/namespaces/sample/pods';
    const body = JSON.stringify({
      metadata: { name: LONG, finalizers: ['example.com/wait'] },
      spec: { containers: [{ name: 'web', image: 'nginx' }] },
    });
    await askCluster(page, pods, { method: 'POST', body });
    await askCluster(page, `${pods}/${LONG}`, { method: 'DELETE' });
    await page.setViewportSize({ width: 800, height: 600 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      await page.goto(`${visit.url}/objects/core/v1/pods?namespace=sample`);
      const link = page.getByRole('link', { name: LONG });
      const [start, end] = [link.locator('.tp-middle > :first-child'), link.locator('.tp-middle > :last-child')];
      expect(await end.textContent()).toBe('4x7z9q');
      const { isCut, isWhole } = await end.evaluate((element) => {
        const before = element.previousElementSibling;
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const seen = [left + 2, right - 2].map((x) => document.elementFromPoint(x, (top + bottom) / 2));
        return {
          isCut: before !== null && before.scrollWidth > before.clientWidth,
          isWhole: seen.every((one) => one === element),
        };
      });
      expect({ isCut, isWhole }).toEqual({ isCut: true, isWhole: true });
      const label = page.locator('.pf-v6-c-label', { hasText: 'Terminating' });
      for (const text of [start, end, label.getByText('Terminating'), page.getByRole('status').getByText('Connected')])
        expect(await contrastOf(text)).toBeGreaterThan(7);
      expect(await label.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
    }
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
  });

  it('log nothing on the console', () => expect(visit.problems).toEqual([]));
});
