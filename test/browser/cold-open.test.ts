import { expect, it } from 'vitest';
import { visitApp } from './browser.ts';

const visit = visitApp({ hasSample: false });

it('a cold open shows the skeleton of a page before any script has run', async () => {
  const page = await visit.context.newPage();
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(visit.url);
  await page.getByText('Starting the cluster…').waitFor();
  await page.close();
});

it('a window of 390 pixels has no part beside it', async () => {
  await visit.page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/', '/admission', '/requests']) {
    await visit.page.goto(`${visit.url}${path}`);
    await visit.page.locator('main h1').waitFor();
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
});
