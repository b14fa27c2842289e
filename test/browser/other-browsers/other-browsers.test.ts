import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { absentBrowsers, findOtherBrowsers } from '../../helpers/find-other-browsers.mjs';
import { serveApp } from '../browser.ts';
import type { DrivenBrowser } from './driven-browser.ts';
import { openFirefox } from './firefox.ts';
import { openWebKit, type WebKitPaths } from './webkit.ts';

const OPEN: Readonly<Record<string, (paths: Readonly<Record<string, string>>) => Promise<DrivenBrowser>>> = {
  Firefox: ({ firefox = '' }) => openFirefox(firefox),
  WebKitGTK: (paths) => openWebKit(paths as unknown as WebKitPaths),
};

/** Browsers whose workers a test can stop. */
const STOPS_WORKERS = ['Firefox'];

const browsers = findOtherBrowsers();
for (const line of absentBrowsers(browsers)) console.log(line);

it('A browser that a machine lacks is reported with the packages that contain it', () => {
  const [first] = browsers;
  expect(
    absentBrowsers([{ name: 'Lynx', packages: ['lynx', 'xvfb'], paths: undefined }, { ...first, paths: {} } as never]),
  ).toEqual(['Skipped: the app in Lynx. Install lynx and xvfb to run it.']);
});

const installed = browsers.flatMap(({ name, paths }) => (paths ? [[name, paths] as const] : []));

/** From the first visit to an offline visit. The tests run on one page and in this order. */
describe.each(installed)('the app in %s', (name, paths) => {
  let app: Awaited<ReturnType<typeof serveApp>>;
  let browser: DrivenBrowser;
  beforeAll(async () => {
    app = await serveApp();
    browser = await (OPEN[name] as (typeof OPEN)[string])(paths);
  });
  afterAll(async () => {
    await browser?.close();
    await app.close();
  });

  const open = (path: string) => browser.goto(`${app.url}${path}`);
  /** Waits until the page shows a text. */
  const see = (text: string | RegExp) => expect.poll(() => browser.run(() => document.body.textContent)).toMatch(text);
  /** Waits for an element whose name begins with a text, and clicks on it. */
  const click = (selector: string, text: string) => expect.poll(() => find(selector, text, true)).toBe(true);
  const find = (selector: string, text: string, isClicked: boolean) =>
    browser.run(
      (wanted, start, clicks) => {
        const found = [...document.querySelectorAll<HTMLElement>(wanted)].find((element) =>
          (element.ariaLabel ?? element.textContent ?? '').trim().startsWith(start),
        );
        if (clicks) found?.click();
        return found !== undefined;
      },
      selector,
      text,
      isClicked,
    );
  /** Creates a config map as the page does. Returns the status code. */
  const create = (object: string) =>
    browser.run(async (created) => {
      const headers = { Authorization: 'Bearer tabplane-admin', 'Content-Type': 'application/json' };
      const body = JSON.stringify({ metadata: { name: created } });
      return (await fetch('/api/v1/namespaces/sample/configmaps', { method: 'POST', headers, body })).status;
    }, object);
  /** Reloads the page, and waits until the old one is gone. */
  async function reload(): Promise<void> {
    await browser.run(() => {
      // Each script has globals of its own in Firefox, but the document is the page's.
      document.documentElement.dataset.isOld = 'true';
      location.reload();
    });
    await expect.poll(() => browser.run(() => 'isOld' in document.documentElement.dataset)).toBe(false);
  }

  it('creates a cluster in which the pods of the sample run', async () => {
    await open('/');
    await see('Connected');
    await click('button', 'Cluster: ');
    await click('[role="menuitem"]', 'New cluster');
    await click('[role="dialog"] button', 'Create cluster');
    // The tab reloads with the new cluster.
    await expect.poll(() => find('button', 'Cluster: Cluster,', false)).toBe(true);
    await click('button', 'Create sample');
    await see('greeting');
    await open('/objects/core/v1/pods?namespace=sample');
    await see(/hello-[\s\S]*Running/);
  });

  it('shows the pods again after a reload', async () => {
    await reload();
    await see(/hello-[\s\S]*Running/);
  });

  it('receives the head of a watch before its first event', async () => {
    const events = await browser.run(async () => {
      const path = '/api/v1/namespaces/sample/configmaps';
      const headers = { Authorization: 'Bearer tabplane-admin', 'Content-Type': 'application/json' };
      const { metadata } = (await (await fetch(path, { headers })).json()) as { metadata: { resourceVersion: string } };
      const query = new URLSearchParams({
        ...{ watch: 'true', resourceVersion: metadata.resourceVersion },
        fieldSelector: 'metadata.name=watched',
      });
      const ending = new AbortController();
      const timer = setTimeout(() => ending.abort(new Error('there was no head')), 10_000);
      const response = await fetch(`${path}?${query}`, { headers, signal: ending.signal });
      clearTimeout(timer);
      // The object is created only now, so no event has caused the response.
      await fetch(path, { method: 'POST', headers, body: JSON.stringify({ metadata: { name: 'watched' } }) });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (!text.includes('\n')) text += (await reader?.read())?.value ?? '\n';
      ending.abort();
      const { type, object } = JSON.parse(text) as { type: string; object: { metadata: { name: string } } };
      return [response.status, type, object.metadata.name];
    });
    expect(events).toEqual([200, 'ADDED', 'watched']);
  });

  it('shows the requests of other clients, also after a reload', async () => {
    await open('/requests');
    await see('Requests');
    expect(await create('first')).toBe(201);
    await see('create configmaps first');
    await reload();
    await see('create configmaps first');
  });

  /** Reports whether the database of traces has one whose JSON contains a text. */
  const isTraceStored = (wanted: string) =>
    browser.run(async (text) => {
      const open = (database: string) =>
        new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(database);
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const rowsOf = (database: IDBDatabase) =>
        new Promise<{ traces: { json: string }[] }[]>((resolve, reject) => {
          const request = database.transaction('batches').objectStore('batches').getAll();
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      for (const { name: found = '' } of await indexedDB.databases()) {
        if (!found.endsWith('-traces')) continue;
        const database = await open(found);
        const rows = await rowsOf(database).finally(() => database.close());
        if (rows.some(({ traces }) => traces.some(({ json }) => json.includes(text)))) return true;
      }
      return false;
    }, wanted);

  if (STOPS_WORKERS.includes(name))
    it('keeps the rows of Requests when the worker stops, and adds newer ones', async () => {
      // After a burst, traces are written every five seconds.
      await expect.poll(() => isTraceStored('"name":"first"')).toBe(true);
      await expect.poll(() => browser.stopWorkers?.()).toBe(1);
      expect(await create('second')).toBe(201);
      await see('create configmaps second');
      await see('create configmaps first');
    });

  it('opens without a network', async () => {
    await expect.poll(() => browser.run(async () => (await caches.match('/')) !== undefined)).toBe(true);
    await app.close();
    await open('/objects/core/v1/pods?namespace=sample');
    await see(/hello-[\s\S]*Running/);
  });
});
