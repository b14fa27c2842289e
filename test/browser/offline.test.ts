import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProfile, openBrowser } from '../helpers/open-browser.mjs';
import { askCluster, collectProblems, createSample, isInView, openInApp } from './browser.ts';
import { StaticHost } from './static-host.ts';
import { VIEWS } from './views.ts';

/** Longest time to the first content of a stored page, in milliseconds. */
const FIRST_CONTENT = 1500;

/** Collects violations of the Content-Security-Policy on every page of a context. */
function recordViolations(): void {
  const violations: string[] = [];
  Object.assign(globalThis, { violations });
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    violations.push(`${violatedDirective} forbids ${blockedURI} in ${sourceFile}`),
  );
}

const violations = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations);

/** Counts all caches, and complete caches: those with the page, which is stored last. */
const storedVersions = (page: Page): Promise<{ readonly all: number; readonly complete: number }> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    // Opening a cache that was just deleted would create it again.
    const shells = await Promise.all(names.map((cacheName) => caches.match('/', { cacheName })));
    return { all: names.length, complete: shells.filter(Boolean).length };
  });

/**
 * From a first visit to an update, in one profile and in this order. The host sends no extra headers and serves only
 * files.
 */
describe('the app without a network', () => {
  const host = new StaticHost();
  const profile = newProfile();
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let problems: string[];

  const openPage = async (): Promise<void> => {
    browser = await openBrowser({ profile });
    await browser.context.addInitScript(recordViolations);
    page = await browser.context.newPage();
    problems = collectProblems(page);
  };

  /** The problems but for one: a worker that has just started has recorded no causes of changes, and says so. */
  const unexpected = (): string[] => problems.filter((problem) => !/status of 404 .*\/causes\?/.test(problem));

  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).boundingBox();
    if (!box) throw new Error(`${selector} is not shown`);
    return box;
  };

  beforeAll(async () => {
    await host.start();
    await openPage();
    await page.setViewportSize({ width: 800, height: 600 });
    await page.goto(host.url);
  });
  afterAll(async () => {
    await browser.close();
    await host.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  it('is stored on the first visit, as a notice below the view states', async () => {
    await page.getByText('Ready to work offline').waitFor();
    const [notice, view] = await Promise.all([boxOf('.tp-messages'), boxOf('.tp-view')]);
    expect(notice.y).toBeGreaterThanOrEqual(view.y + view.height);
    expect(notice.y + notice.height).toBeLessThanOrEqual(600);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByText('Offline: ready, opens without a network').waitFor();
    expect(await storedVersions(page)).toEqual({ all: 1, complete: 1 });
    await createSample(page);
  });

  it('can be installed with icons of every required kind', async () => {
    const session = await browser.context.newCDPSession(page);
    expect((await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
    const { data, errors } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { icons } = JSON.parse(data ?? '{}') as { icons: { src: string; sizes: string; purpose: string }[] };
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
    );
    const sizes = await page.evaluate(
      (sources) =>
        Promise.all(
          sources.map(async (source) => {
            const image = new Image();
            image.src = source;
            await image.decode();
            return `${image.naturalWidth}x${image.naturalHeight}`;
          }),
        ),
      icons.filter(({ sizes }) => sizes !== 'any').map(({ src }) => src),
    );
    expect(sizes).toEqual(['192x192', '512x512', '512x512']);
  });

  it('opens every view in a browser that starts without a network', async () => {
    await browser.close();
    await host.stop();
    await openPage();
    await page.goto(host.url);
    for (const view of VIEWS) {
      await openInApp(page, view);
      await page.locator('h1').first().waitFor();
      expect(await violations(page), view).toEqual([]);
    }
    expect(unexpected()).toEqual([]);
  });

  it.each([
    ['/objects/core/v1/pods?namespace=sample', 'Lists of objects'],
    ['/objects/apps/v1/deployments/sample/hello', 'Pages of objects'],
    ['/follow?resource=deployments.apps&in=sample&name=hello', 'What led to a change, and what followed?'],
    ['/time-travel', 'How was the cluster before?'],
    ['/watches', 'Watches'],
    ['/explorer', 'API explorer'],
    ['/lessons', 'Lessons'],
    ['/lessons/objects', 'Lessons'],
    ['/demos', 'Demos'],
    ['/controllers', 'Choose what runs'],
    ['/requests', 'Reading traces'],
  ])('opens the documentation of the view %s at its section “%s”', async (view, name) => {
    await openInApp(page, view);
    await page.getByRole('link', { name: 'Help' }).click();
    await page.waitForURL(/\/docs\//);
    const section = page.locator('main').getByRole('heading', { name, exact: true });
    await section.waitFor();
    await expect.poll(() => isInView(section)).toBe(true);
  });

  it('shows its first content quickly', async () => {
    const load = async () => {
      await page.goto(`${host.url}/access`);
      return page.evaluate(
        () =>
          new Promise<number>((resolve) =>
            new PerformanceObserver((list) => {
              const paint = list.getEntriesByName('first-contentful-paint')[0];
              if (paint) resolve(paint.startTime);
            }).observe({ type: 'paint', buffered: true }),
          ),
      );
    };
    // Other programs slow down some loads.
    await expect.poll(load).toBeLessThan(FIRST_CONTENT);
  });

  it('shows field documentation from the file that the worker has stored', async () => {
    await page.goto(`${host.url}/access`);
    const { definitions } = (await askCluster(page, '/openapi/v2')) as unknown as {
      definitions: Record<string, { properties: Record<string, { description?: string }> }>;
    };
    expect(definitions['io.k8s.api.core.v1.Container']?.properties.image?.description).toContain('Image to run');
    expect(unexpected()).toEqual([]);
  });

  it("runs webhook code and the editor's workers", async () => {
    await page.goto(`${host.url}/lab?namespace=sample`);
    await page.getByRole('textbox', { name: 'handler.js' }).waitFor();
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.locator('.tp-lab-result').getByText('metadata.labels').first().waitFor();
    await page.goto(`${host.url}/create/core/v1/configmaps`);
    await page.getByRole('textbox', { name: 'YAML' }).waitFor();
    await expect.poll(() => page.workers().length).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
  });

  it('writes, watches and finds everything after a reload', async () => {
    await page.goto(`${host.url}/objects/core/v1/configmaps?namespace=sample`);
    await page.getByRole('link', { name: 'greeting' }).waitFor();
    const body = JSON.stringify({ metadata: { name: 'written-offline' } });
    await askCluster(page, '/api/v1/namespaces/sample/configmaps', { method: 'POST', body });
    await page.getByRole('link', { name: 'written-offline' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'written-offline' }).waitFor();
    expect(unexpected()).toEqual([]);
  });

  it('has a policy that allows only its own scripts', async () => {
    const policy = await page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'));
    expect(policy).toMatch(/default-src 'none'; script-src 'self';/);
    expect(policy).not.toContain('unsafe-eval');
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.hasRunInline = true';
      document.head.append(script);
    });
    expect(await page.evaluate(() => 'hasRunInline' in globalThis)).toBe(false);
    // The page's own policy and the worker's header both apply.
    expect(await violations(page)).toEqual(Array(2).fill(expect.stringContaining('script-src')));
  });

  it('keeps a page of an older version working after an update, and offers the newer one', async () => {
    await page.goto(`${host.url}/certificates`);
    await page.getByRole('heading', { level: 1 }).click();
    await host.start();
    host.deploy('Tabplane 2', /LabView/);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    const update = page.getByRole('region', { name: 'Update' });
    await update.waitFor();
    expect(await storedVersions(page)).toEqual({ all: 2, complete: 2 });
    // This file is missing from the newer version and from the host.
    await page.getByRole('link', { name: 'Admission lab' }).first().click();
    await page.getByRole('heading', { name: 'Admission lab' }).waitFor();
    await update.getByRole('button', { name: 'Reload page' }).click();
    await page.waitForFunction(async () => (await (await fetch('/')).text()).includes('<title>Tabplane 2</title>'));
    await expect.poll(() => storedVersions(page)).toEqual({ all: 1, complete: 1 });
  });

  it('finds an update when a page is opened, and shows it immediately on a page without user input', async () => {
    host.deploy('Tabplane 3', /nothing/);
    await page.goto(`${host.url}/certificates`);
    await page.waitForFunction(async () => (await (await fetch('/')).text()).includes('<title>Tabplane 3</title>'));
    await page.getByRole('heading', { name: 'Certificates' }).waitFor();
    await expect.poll(() => storedVersions(page)).toEqual({ all: 1, complete: 1 });
    await page.goto(`${host.url}/lab`);
    await page.getByRole('heading', { name: 'Admission lab' }).waitFor();
  });

  it('opens a page while a check for an update waits for the host', async () => {
    const release = host.hold('/sw.js');
    const checked = page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    const other = await browser.context.newPage();
    await other.goto(`${host.url}/certificates`);
    await other.getByRole('heading', { name: 'Certificates' }).waitFor({ timeout: 30_000 });
    release();
    await checked;
    await other.close();
  });
});
