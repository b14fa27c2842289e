import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser } from '../helpers/open-browser.mjs';
import { serveApp } from './browser.ts';

const HEADERS = { authorization: 'Bearer tabplane-admin', 'content-type': 'application/json' };

/** In the page: sends requests, and records whether a worker responded. */
const ask = (page: Page, path: string) =>
  page.evaluate(
    async ([target, headers]) => {
      const response = await fetch(target, { headers });
      return { status: response.status, by: response.headers.get('x-tabplane') };
    },
    [path, HEADERS] as const,
  );

const ANSWERED = { status: 200, by: 'worker' };

describe('the page and its worker', () => {
  let app: Awaited<ReturnType<typeof serveApp>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  /** Addresses of page loads, including reloads. */
  let visits: string[];
  beforeAll(async () => {
    app = await serveApp();
  });
  beforeEach(async () => {
    await browser?.close();
    browser = await openBrowser();
    page = await browser.context.newPage();
    visits = [];
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) visits.push(frame.url());
    });
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  const open = async (): Promise<void> => {
    await page.goto(app.url);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  };

  it('answers on the first visit, without a reload', async () => {
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await open();
    expect(await ask(page, '/api/v1/namespaces')).toEqual(ANSWERED);
    await page.waitForTimeout(500);
    expect(loads).toBe(1);
  });

  it('keeps watches that a page opens immediately', async () => {
    await open();
    const isOpen = page.evaluate(async (headers) => {
      const watch = await fetch('/api/v1/namespaces?watch=1', { headers });
      return Promise.race([
        watch.text().then(() => false),
        new Promise((resolve) => setTimeout(() => resolve(true), 1500)),
      ]);
    }, HEADERS);
    expect(await isOpen).toBe(true);
  });

  it('answers after a hard reload without a controlling worker', async () => {
    await open();
    const session = await browser.context.newCDPSession(page);
    const loaded = page.waitForEvent('load');
    await session.send('Page.reload', { ignoreCache: true });
    await loaded;
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    expect(await ask(page, '/api/v1/namespaces')).toEqual(ANSWERED);
  });

  it('leaves other addresses to the network', async () => {
    await open();
    expect((await ask(page, '/icon.svg')).by).toBeNull();
  });

  it('hands over to a new version without losing watches or data', async () => {
    const failures: string[] = [];
    page.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
    await open();
    await page.evaluate(async (headers) => {
      const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kept' } };
      await fetch('/api/v1/namespaces/default/configmaps', { method: 'POST', headers, body: JSON.stringify(object) });
    }, HEADERS);
    const ended = await page.evaluate(async (headers) => {
      const watch = await fetch('/api/v1/configmaps?watch=1', { headers });
      const over = watch.text().then(
        () => 'cleanly',
        (error: unknown) => String(error),
      );
      const changed = new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
      await navigator.serviceWorker.register('/sw.js?event-history-seconds=299');
      await changed;
      return over;
    }, HEADERS);
    expect(ended).toBe('cleanly');
    await expect.poll(() => ask(page, '/api/v1/namespaces/default/configmaps/kept')).toEqual(ANSWERED);
    const script = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
    expect(script).toContain('event-history-seconds=299');
    expect(failures).toEqual([]);
  });

  it('serves two pages concurrently', async () => {
    await open();
    const other = await browser.context.newPage();
    await other.goto(app.url);
    await other.waitForFunction(() => navigator.serviceWorker.controller !== null);
    expect(await Promise.all([ask(page, '/api/v1/namespaces'), ask(other, '/api/v1/namespaces')])).toEqual([
      ANSWERED,
      ANSWERED,
    ]);
  });
});
