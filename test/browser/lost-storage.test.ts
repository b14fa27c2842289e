import type { CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser } from '../helpers/open-browser.mjs';
import { askCluster, collectProblems, createSample, killWorkers, visitApp } from './browser.ts';
import { StaticHost } from './static-host.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const MIB = 2 ** 20;

const create = (page: Page, name: string, size = 0) =>
  askCluster(page, MAPS, {
    method: 'POST',
    body: JSON.stringify({ metadata: { name }, data: { text: 'x'.repeat(size) } }),
  });

const storageBanner = (page: Page) => page.getByRole('region', { name: 'Storage' });

/** The tests run on one page and in this order. */
describe('an app whose storage is full', () => {
  const visit = visitApp({ hasSample: true });
  let session: CDPSession;
  const limit = (quotaSize?: number) =>
    session.send('Storage.overrideQuotaForOrigin', { origin: visit.url, ...(quotaSize ? { quotaSize } : {}) });

  beforeAll(async () => {
    session = await visit.context.newCDPSession(visit.page);
    expect((await create(visit.page, 'before')).httpStatus).toBe(201);
  });

  let attempts = 0;
  const createLarge = async () => (await create(visit.page, `large-${++attempts}`, MIB / 2)).httpStatus;

  it('refuses writes with 507, still answers reads, and shows what to do', async () => {
    await limit(MIB);
    // Chromium asks for the quota again after a while.
    await expect.poll(createLarge, { interval: 1000, timeout: 60_000 }).toBe(507);
    expect((await askCluster(visit.page, `${MAPS}/before`)).httpStatus).toBe(200);
    expect((await askCluster(visit.page, `${MAPS}/large-${attempts}`)).httpStatus).toBe(404);
    await visit.page.goto(`${visit.url}/objects/core/v1/configmaps?namespace=default`);
    await storageBanner(visit.page).getByText('the cluster can be read but not changed').waitFor();
    await storageBanner(visit.page).getByRole('link', { name: 'Export' }).waitFor();
  });

  it('starts from its stored objects, after a reload and in a new worker', async () => {
    await killWorkers(visit.context, visit.page);
    await visit.page.goto(`${visit.url}/objects/core/v1/configmaps?namespace=default`);
    await visit.page.getByRole('link', { name: 'before', exact: true }).waitFor();
    expect(await createLarge()).toBe(507);
  });

  it('saves again without a reload when there is space, and the banner disappears', async () => {
    await visit.page.reload();
    await storageBanner(visit.page).waitFor();
    // Chromium needs a little space even to free more.
    await storageBanner(visit.page).getByRole('button', { name: 'Drop history' }).click();
    await visit.page.getByText('The history could not be dropped').waitFor();
    await visit.page.getByText('Free some disk space first').waitFor();
    await limit();
    expect((await create(visit.page, 'after', MIB)).httpStatus).toBe(201);
    await visit.page.getByRole('link', { name: 'after', exact: true }).waitFor();
    await storageBanner(visit.page).waitFor({ state: 'detached' });
  });
});

describe('an app in a browser that stores nothing', () => {
  const host = new StaticHost();
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(() => host.start());
  beforeEach(async () => {
    browser = await openBrowser();
  });
  afterEach(() => browser.close());
  afterAll(() => host.stop());

  /** Expects an app that works, says that it is in memory, and starts with an empty cluster after a reload. */
  async function expectMemory(page: Page, problems: readonly string[]): Promise<void> {
    await page.goto(host.url);
    await storageBanner(page).getByText('a reload starts an empty one').waitFor();
    await createSample(page);
    await page.goto(host.url);
    await storageBanner(page).waitFor();
    await page.getByRole('button', { name: 'Create sample' }).waitFor();
    expect(await page.getByRole('link', { name: 'greeting' }).count()).toBe(0);
    expect(problems).toEqual([]);
  }

  it('runs in memory when IndexedDB is blocked', async () => {
    host.precedeWorker(
      "IDBFactory.prototype.open = () => { throw new DOMException('storage is disabled', 'SecurityError'); };",
    );
    await expectMemory(await browser.context.newPage(), []);
  });

  it('runs in memory when cookies and site data are blocked, which disables workers, too', async () => {
    const page = await browser.context.newPage();
    await page.addInitScript(() => {
      const refusal = () => new DOMException('Access is denied for this document.', 'SecurityError');
      ServiceWorkerContainer.prototype.register = () => Promise.reject(refusal());
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw refusal();
          },
        });
    });
    await expectMemory(page, collectProblems(page));
  });
});

describe('an app whose data is deleted from outside', () => {
  const visit = visitApp({ hasSample: true });
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'The browser’s data of “Default” was deleted' });

  /** Counts the requests of a page within two seconds. */
  async function requestsOf(page: Page): Promise<number> {
    let requests = 0;
    page.on('request', () => requests++);
    await page.waitForTimeout(2000);
    return requests;
  }

  it('shows it in every tab when the database is deleted, and starts an empty cluster', async () => {
    const other = await visit.context.newPage();
    await other.goto(`${visit.url}/objects/core/v1/configmaps`);
    await other.getByRole('link', { name: 'greeting' }).waitFor();
    await visit.page.evaluate(() => void indexedDB.deleteDatabase('tabplane'));
    await dialog(visit.page).getByText('cleared outside of Tabplane').waitFor();
    await dialog(other).waitFor();
    expect(await requestsOf(other)).toBeLessThan(3);
    for (const page of [visit.page, other]) await dialog(page).getByRole('button').click();
    await visit.page.getByText('Connected').first().waitFor();
    expect((await askCluster(visit.page, '/api/v1/namespaces/sample')).httpStatus).toBe(404);
    expect((await create(visit.page, 'anew')).httpStatus).toBe(201);
    await other.goto(`${visit.url}/objects/core/v1/configmaps`);
    await other.getByRole('link', { name: 'anew' }).waitFor();
    await other.close();
  });

  it('shows it when the browser clears all data of the site, with its worker', async () => {
    await visit.page.goto(`${visit.url}/objects/core/v1/configmaps?namespace=default`);
    await visit.page.getByRole('link', { name: 'anew' }).waitFor();
    const session = await visit.context.newCDPSession(visit.page);
    await session.send('Storage.clearDataForOrigin', { origin: visit.url, storageTypes: 'all' });
    await dialog(visit.page).waitFor();
    expect(await requestsOf(visit.page)).toBeLessThan(3);
    await dialog(visit.page).getByRole('button', { name: 'Start an empty cluster' }).click();
    await visit.page.getByText('Connected').first().waitFor();
    expect((await askCluster(visit.page, `${MAPS}/anew`)).httpStatus).toBe(404);
    expect((await create(visit.page, 'again')).httpStatus).toBe(201);
  });
});
