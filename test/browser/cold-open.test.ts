import { expect, it } from 'vitest';
import { openBrowser } from '../helpers/open-browser.mjs';
import { openInApp, visitApp } from './browser.ts';

const visit = visitApp({ hasSample: false, isFirst: true });

it('a cold open shows the skeleton of a page before any script has run', async () => {
  const page = await visit.context.newPage();
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(visit.url);
  await page.getByText('Starting the cluster…').waitFor();
  await page.close();
});

it('a cold open paints the skeleton in half of the time that content takes at most', async () => {
  const opened: { readonly skeleton: number; readonly content: number }[] = [];
  // The best of three: other work on the machine only adds to a time.
  for (let attempt = 0; attempt < 3; attempt++) {
    const { context, close } = await openBrowser();
    const page = await context.newPage();
    await page.addInitScript(markContent);
    // A browser that has just started is still busy with itself.
    await page.waitForTimeout(2000);
    await page.goto(visit.url);
    await page.waitForFunction(() => performance.getEntriesByName('content').length > 0);
    opened.push(await page.evaluate(readTimes));
    await close();
  }
  const best = (name: 'skeleton' | 'content') => Math.min(...opened.map((times) => times[name]));
  // On two idle cores, the aim is 300 and 1,500 milliseconds.
  console.log(`cold open: skeleton ${Math.round(best('skeleton'))} ms, content ${Math.round(best('content'))} ms`);
  expect(best('skeleton')).toBeLessThan(best('content') / 2);
});

it('the timeline sends its requests ten seconds after a page whose view does not show it', async () => {
  const times: { discovery?: number; timeline?: number } = {};
  const page = await visit.context.newPage();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/apis') times.discovery ??= Date.now();
    // With a watch of a second, the timeline asks for the oldest revision.
    if (search.includes('watch=true') && search.includes('timeoutSeconds=1&')) times.timeline ??= Date.now();
  });
  await page.goto(`${visit.url}/objects/core/v1/namespaces`);
  await expect.poll(() => times.timeline).toBeDefined();
  expect((times.timeline ?? 0) - (times.discovery ?? 0)).toBeGreaterThan(9000);
  await page.close();
});

it('the styles of a view take precedence over those that start the page', async () => {
  await visit.page.goto(`${visit.url}/access`);
  const view = visit.page.locator('.tp-access');
  await view.waitFor();
  // A section of the page is a flexible box.
  await expect.poll(() => view.evaluate((element) => getComputedStyle(element).display)).toBe('grid');
});

it('the pages of a view and of an object load few scripts', async () => {
  for (const path of ['/', '/objects/core/v1/namespaces/-/default']) {
    await visit.page.goto(visit.url + path);
    await visit.page.locator('main h1').waitFor();
    const scripts = await visit.page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length,
    );
    expect(scripts, path).toBeGreaterThan(1);
    // One file for each set of views that share something would be 170 for the page of an object.
    expect(scripts, path).toBeLessThan(25);
  }
});

/** In the page: marks the moment at which the first heading of a view is there. */
function markContent() {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('main h1')) return;
    performance.mark('content');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** In the page: milliseconds from the start of the navigation to the first paint, and to the first heading of a view. */
function readTimes() {
  const skeleton = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY;
  return { skeleton, content: performance.getEntriesByName('content')[0]?.startTime ?? Number.POSITIVE_INFINITY };
}

it.each([390, 800, 1000, 1120])('no part of a page is beside a window of %i pixels', async (width) => {
  await visit.page.setViewportSize({ width, height: 844 });
  for (const path of ['/', '/admission', '/requests', '/requests?namespace=default']) {
    await openInApp(visit.page, path);
    await visit.page.locator('main h1').waitFor();
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    const user = await visit.page.getByRole('button', { name: 'User: admin' }).boundingBox();
    expect((user?.x ?? 0) + (user?.width ?? width)).toBeLessThanOrEqual(width);
  }
});

it('the masthead has two rows in a window of 390 pixels', async () => {
  await visit.page.setViewportSize({ width: 390, height: 844 });
  await visit.page.goto(visit.url);
  const buttons = visit.page.locator('.tp-masthead').getByRole('button');
  await buttons.first().waitFor();
  const tops = await buttons.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top));
  expect(new Set(tops.map((top) => Math.round(top / 20))).size).toBe(2);
});

it('nothing moves for users who prefer reduced motion', async () => {
  const moving = () =>
    visit.page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((element) => {
          const { transitionDuration, animationName } = getComputedStyle(element);
          return animationName !== 'none' || transitionDuration.split(', ').some((time) => Number.parseFloat(time) > 0);
        }).length,
    );
  await visit.page.goto(`${visit.url}/requests`);
  await visit.page.locator('main h1').waitFor();
  expect(await moving()).toBeGreaterThan(0);
  await visit.page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await moving()).toBe(0);
});
