import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DialectName, dialectNamed } from '../../src/api/dialect.ts';
import { isClusterPath } from '../../src/hosts/cluster-paths.ts';
import {
  flagsOf,
  isKnownGap,
  isTimed,
  needsOwnServer,
  type Scenario,
  scenarios,
  shortfalls,
  withConformanceFlags,
} from '../conformance/scenarios.ts';
import { openBrowser } from '../open-browser.mjs';
import { addModule, openClusterPage, serveApp } from './browser.ts';

interface Step {
  readonly method?: string;
  readonly path?: string;
  readonly watch?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly raw?: unknown;
}

/** Headers that the Fetch standard keeps to the browser, and the one that Chromium sends as its own whatever is asked. */
const FORBIDDEN_HEADERS = new RegExp(
  `^(?:accept-charset|accept-encoding|access-control-request-(?:headers|method|private-network)|connection|content-length|
    cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|user-agent|
    proxy-.*|sec-.*)$`.replaceAll(/\s/g, ''),
  'i',
);

/**
 * What a browser cannot send, by rule: paths that the worker leaves to the network, headers and methods that pages may
 * not use, bodies of GET and HEAD. Undefined when it can send the step.
 */
function unsendable({ method = 'GET', path, watch, headers = {}, body, raw }: Step): string | undefined {
  const target = path ?? watch;
  if (target === undefined) return undefined;
  if (!isClusterPath(target.split('?')[0] ?? '')) return 'a path that the worker leaves to the network';
  if (Object.keys(headers).some((name) => FORBIDDEN_HEADERS.test(name))) return 'a header that pages may not set';
  if ((method === 'GET' || method === 'HEAD') && (body !== undefined || raw !== undefined))
    return 'a body that GET and HEAD may not have';
  if (/^(connect|trace|track)$/i.test(method)) return 'a method that pages may not use';
  return undefined;
}

/** Webhooks of the recordings listen with a certificate that no browser trusts. */
const isSendable = ({ steps, webhookFixture }: Scenario): boolean =>
  !webhookFixture && (steps as readonly Step[]).every((step) => unsendable(step) === undefined);

describe('recorded conversations through the service worker', () => {
  let app: Awaited<ReturnType<typeof serveApp>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    app = await serveApp();
    // What writes is named after its user agent where it says nothing else; the recordings were made without one.
    browser = await openBrowser({ userAgent: 'unknown' });
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  /** A page whose worker holds a cluster of its own. */
  async function openCluster(dialect: DialectName, database: string, flags: Readonly<Record<string, string>> = {}) {
    const { rename } = dialectNamed(dialect);
    const page = await openClusterPage(browser.context, app.url, {
      ...withConformanceFlags(Object.fromEntries(Object.entries(flags).map(([name, text]) => [name, rename(text)]))),
      dialect,
      database,
      controllers: 'false',
    });
    const harness = new URL('../conformance/harness.mjs', import.meta.url);
    await addModule(page, harness, 'harness', ['runScenario', 'fetchClient']);
    return page;
  }

  const replay = (page: Page, scenario: Scenario, dialect: DialectName) =>
    page.evaluate(
      ([template, name]) => {
        const { runScenario, fetchClient } = (
          globalThis as unknown as { harness: typeof import('../conformance/harness.mjs') }
        ).harness;
        const client = fetchClient((request) => fetch(request), location.origin);
        return runScenario(template, client, { dialect: name });
      },
      [scenario, dialect] as const,
    );

  for (const dialect of ['kubernetes', 'cluster'] satisfies DialectName[]) {
    describe.concurrent(`${dialect} dialect`, () => {
      let shared: Page;
      beforeAll(async () => {
        shared = await openCluster(dialect, `conformance-${dialect}`);
      });
      afterAll(() => shared?.close());

      for (const scenario of scenarios.filter(isSendable)) {
        const test = isTimed(scenario) ? it.sequential : it;
        const expected = isKnownGap(scenario.id, dialect) ? test.fails : test;
        expected(scenario.id, async () => {
          const own = needsOwnServer(scenario)
            ? await openCluster(dialect, `${scenario.id}-${dialect}`, flagsOf(scenario))
            : undefined;
          try {
            expect(shortfalls(await replay(own ?? shared, scenario, dialect))).toEqual([]);
          } finally {
            await own?.close();
          }
        });
      }
    });
  }
});
