import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DialectName } from '../../src/api/dialect.ts';
import { isClusterPath } from '../../src/hosts/cluster-paths.ts';
import {
  CONFORMANCE_FLAGS,
  isKnownGap,
  needsOwnServer,
  type Scenario,
  scenarios,
  shortfalls,
} from '../conformance/scenarios.ts';
import { addModule, openBrowser, openClusterPage, serveApp } from './browser.ts';

interface Step {
  readonly method?: string;
  readonly path?: string;
  readonly watch?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly raw?: unknown;
}

/** Why a browser cannot send a step, by rule; undefined when it can. */
function unsendable({ method = 'GET', path, watch, headers = {}, body, raw }: Step): string | undefined {
  const target = path ?? watch;
  if (target === undefined) return undefined;
  if (!isClusterPath(target.split('?')[0] ?? '')) return 'a path that the worker leaves to the network';
  if (Object.keys(headers).some((name) => /^(accept-encoding|cookie|origin|host|user-agent|connection)$/i.test(name)))
    return 'a header that pages may not set';
  if ((method === 'GET' || method === 'HEAD') && (body !== undefined || raw !== undefined))
    return 'a body that GET and HEAD may not have';
  if (/^(connect|trace|track)$/i.test(method)) return 'a method that pages may not use';
  return undefined;
}

const sendable = ({ steps }: Scenario): boolean =>
  (steps as readonly Step[]).every((step) => unsendable(step) === undefined);

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

  for (const dialect of ['kubernetes', 'cluster'] satisfies DialectName[]) {
    describe.concurrent(`${dialect} dialect`, () => {
      let page: Page;
      beforeAll(async () => {
        page = await openClusterPage(browser.context, app.url, {
          dialect,
          database: `conformance-${dialect}`,
          ...CONFORMANCE_FLAGS,
          controllers: 'false',
        });
        await addModule(page, new URL('../conformance/harness.mjs', import.meta.url), 'harness', [
          'runScenario',
          'fetchClient',
        ]);
      });
      afterAll(() => page?.close());

      for (const scenario of scenarios.filter((one) => sendable(one) && !needsOwnServer(one))) {
        const expected = isKnownGap(scenario.id, dialect) ? it.fails : it;
        expected(scenario.id, async () => {
          const result = await page.evaluate(
            ([template, name]) => {
              const { runScenario, fetchClient } = (
                globalThis as unknown as { harness: typeof import('../conformance/harness.mjs') }
              ).harness;
              return runScenario(
                template,
                fetchClient((request) => fetch(request), location.origin),
                { dialect: name },
              );
            },
            [scenario, dialect] as const,
          );
          expect(shortfalls(result)).toEqual([]);
        });
      }
    });
  }
});
