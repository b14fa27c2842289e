import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../helpers/open-browser.mjs';
import { askCluster, killWorkers, openClusterPage } from './browser.ts';
import { StaticHost } from './static-host.ts';

const LATER = /^\/assets\/sw-later-.*\.js$/;
const TOKENS = { dialect: 'kubernetes', 'token-auth-file': 'tabplane-admin,admin,admin,"system:masters"\n' };

/** In the page: sends a request and returns the status when the first part of the body is there. */
async function beginOfAnswer(path: string): Promise<number> {
  const { status, body } = await fetch(path, { headers: { authorization: 'Bearer tabplane-admin' } });
  const reader = body?.getReader();
  await reader?.read();
  await reader?.cancel();
  return status;
}

/** In the page: registers a worker for this page, and waits until it controls it. */
async function registerHere(script: string): Promise<void> {
  const controlled = new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  );
  await navigator.serviceWorker.register(script, { scope: location.pathname });
  await controlled;
}

/** In the page: reports whether a newer worker is being installed or waits. */
async function isUpdating(): Promise<boolean> {
  const { installing, waiting } = await navigator.serviceWorker.ready;
  return installing !== null || waiting !== null;
}

/** Starts a stopped worker with a request, and reports whether the request loaded the later script. */
async function loadsLater(page: Page, path: string): Promise<boolean> {
  await killWorkers(page.context(), page);
  expect(await page.evaluate(beginOfAnswer, path)).toBe(200);
  return has(page, 'tabplaneLater');
}

/** Reports whether the running worker of the quiet cluster has a global variable. Workers that have ended never answer. */
const has = (page: Page, name: string): Promise<boolean> =>
  Promise.any(
    page
      .context()
      .serviceWorkers()
      .filter((worker) => worker.url().includes('database=quiet'))
      .map((worker) => worker.evaluate((global) => global in self, name)),
  );

/** In this order: a first visit, without a network, and two updates. */
describe('the script that the worker loads later', () => {
  const host = new StaticHost();
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  /** Its cluster has no controllers, which need the script after the first answer. */
  let page: Page;
  beforeAll(async () => {
    await host.start();
    browser = await openBrowser();
    page = await browser.context.newPage();
    await page.goto(`${host.url}/icon.svg`);
    const settings = new URLSearchParams({ ...TOKENS, database: 'quiet', controllers: 'false' });
    await page.evaluate(registerHere, `/sw.js?${settings}`);
    expect(await page.evaluate(beginOfAnswer, '/api/v1/namespaces/default')).toBe(200);
  });
  afterAll(async () => {
    await browser.close();
    await host.stop();
  });

  const isNewer = (): Promise<boolean> => has(page, 'isNewer');

  it.each([
    '/api/v1/namespaces/default',
    '/api/v1/namespaces',
    '/api/v1/namespaces?limit=1',
    '/api/v1/namespaces?watch=1',
    '/apis',
  ])('is not needed to answer %s', async (path) => {
    expect(await loadsLater(page, path)).toBe(false);
  });

  it('is loaded without a network when a request needs it', async () => {
    await host.stop();
    try {
      expect(await loadsLater(page, '/openapi/v3')).toBe(true);
    } finally {
      await host.start();
    }
  });

  it('is loaded by a worker that was started again when its controllers begin', async () => {
    const busy = await openClusterPage(browser.context, host.url, { ...TOKENS, database: 'busy' });
    await killWorkers(browser.context, busy);
    const body = JSON.stringify({ metadata: { name: 'later' } });
    expect((await askCluster(busy, '/api/v1/namespaces', { method: 'POST', body })).httpStatus).toBe(201);
    const path = '/api/v1/namespaces/later/configmaps/kube-root-ca.crt';
    await expect.poll(async () => (await askCluster(busy, path)).httpStatus).toBe(200);
    await busy.close();
  });

  it('stays with an older worker when that of a newer one cannot be downloaded', async () => {
    host.precedeWorker('self.isNewer = true;');
    host.miss(LATER);
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update().catch(() => undefined);
    });
    // Its installation takes a moment to fail.
    await expect.poll(() => page.evaluate(isUpdating)).toBe(false);
    expect(await loadsLater(page, '/openapi/v3')).toBe(true);
    expect(await isNewer()).toBe(false);
  });

  it('comes with a newer worker', async () => {
    host.precedeWorker('self.isNewer = true;');
    await page.evaluate(async () => {
      const controlled = new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
      await (await navigator.serviceWorker.ready).update();
      await controlled;
    });
    host.miss(LATER);
    expect(await loadsLater(page, '/openapi/v3')).toBe(true);
    expect(await isNewer()).toBe(true);
  });
});
