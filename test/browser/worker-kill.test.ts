import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../helpers/open-browser.mjs';
import { killWorkers, openClusterPage, serveApp } from './browser.ts';

const KILLS = 20;

interface Ledger {
  /** Acknowledged names in order. */
  readonly acknowledged: string[];
  /** Names of ADDED events of all streams, in order of arrival. */
  readonly seen: string[];
  /** Number of opened streams: one more after each kill. */
  streams: number;
  stop: boolean;
  done: Promise<unknown>;
}

/**
 * In the page: writes objects one after another, and watches like a careful client that resumes from the last version.
 * Repeats a write without a response; a conflict then acknowledges it.
 */
function startLoad(): void {
  const headers = { Authorization: 'Bearer admin-token', 'Content-Type': 'application/json' };
  const base = '/api/v1/namespaces/default/configmaps';
  const ledger: Ledger = { acknowledged: [], seen: [], streams: 0, stop: false, done: Promise.resolve() };
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  const write = async (): Promise<void> => {
    for (let n = 0; !ledger.stop; n++) {
      const name = `load-${String(n).padStart(5, '0')}`;
      const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { n: String(n) } });
      for (;;) {
        const code = await fetch(base, { method: 'POST', headers, body }).then(
          ({ status }) => status,
          () => 0,
        );
        if (code === 201 || code === 409) break;
        await pause(20);
      }
      ledger.acknowledged.push(name);
    }
  };

  /** Resolves two seconds after the writes stop, so that the last event can arrive. */
  const untilStopped = async () => {
    while (!ledger.stop) await pause(50);
    await pause(2000);
    return { done: true, value: undefined } as const;
  };

  const watch = async (): Promise<void> => {
    const list = await (await fetch(base, { headers })).json();
    let resourceVersion: string = list.metadata.resourceVersion;
    while (!ledger.stop || ledger.seen.length < ledger.acknowledged.length) {
      try {
        const response = await fetch(`${base}?watch=1&allowWatchBookmarks=true&resourceVersion=${resourceVersion}`, {
          headers,
        });
        const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
        if (!response.ok || !reader) throw new Error(`watch answered ${response.status}`);
        ledger.streams += 1;
        const stopped = untilStopped();
        let rest = '';
        for (;;) {
          const { done, value } = await Promise.race([reader.read(), stopped]);
          if (done) break;
          rest += value;
          const lines = rest.split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) {
            const { type, object } = JSON.parse(line);
            if (type === 'ERROR') throw new Error(JSON.stringify(object));
            resourceVersion = object.metadata.resourceVersion;
            if (type === 'ADDED' && object.metadata.name.startsWith('load-')) ledger.seen.push(object.metadata.name);
          }
        }
        await reader.cancel();
      } catch {
        await pause(20);
      }
    }
  };

  ledger.done = Promise.all([write(), watch()]);
  (globalThis as unknown as { ledger: Ledger }).ledger = ledger;
}

describe('a service worker that is killed at any moment', () => {
  let app: Awaited<ReturnType<typeof serveApp>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    app = await serveApp();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  it(`loses no acknowledged write and no event over ${KILLS} kills`, async () => {
    const page = await openClusterPage(browser.context, app.url, {
      dialect: 'kubernetes',
      database: 'worker-kill',
      'token-auth-file': 'admin-token,admin,admin,"system:masters"\n',
    });
    await page.evaluate(startLoad);
    /** Waits until every worker so far has opened a stream and acknowledged a write. */
    const hasWorked = (worker: number) =>
      page.waitForFunction((count) => {
        const { ledger } = globalThis as unknown as { ledger: Ledger };
        return ledger.streams > count && ledger.acknowledged.length > count;
      }, worker);
    for (let kill = 0; kill < KILLS; kill++) {
      await hasWorked(kill);
      await page.waitForTimeout(37 * (kill % 7));
      await killWorkers(browser.context, page);
    }
    await hasWorked(KILLS);
    const { acknowledged, seen, streams, stored } = await page.evaluate(async () => {
      const { ledger } = globalThis as unknown as { ledger: Ledger };
      ledger.stop = true;
      await ledger.done;
      const list = await (
        await fetch('/api/v1/namespaces/default/configmaps', { headers: { Authorization: 'Bearer admin-token' } })
      ).json();
      const names = (list.items as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
      // A controller publishes the cluster's certificate in another ConfigMap.
      const stored = names.filter((name) => name.startsWith('load-'));
      return { acknowledged: ledger.acknowledged, seen: ledger.seen, streams: ledger.streams, stored };
    });
    expect(streams).toBeGreaterThan(KILLS);
    expect(acknowledged.length).toBeGreaterThan(KILLS);
    expect(stored).toEqual(acknowledged);
    expect(seen).toEqual(acknowledged);
  });
});
