import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DialectName, dialectNamed } from '../../src/api/dialect.ts';
import { patient } from '../conformance/patient.ts';
import { isRepeated, replayOf } from '../conformance/replay-result.ts';
import { DIALECTS, replayedDialects } from '../conformance/replayed-dialects.ts';
import {
  CONFORMANCE_CONTROLLERS,
  flagsOf,
  GAP_PATIENCE,
  isKnownGap,
  needsControllers,
  needsOwnServer,
  runsAlone,
  type Scenario,
  scenarios,
  shortfalls,
  testOptionsOf,
  withConformanceFlags,
} from '../conformance/scenarios.ts';
import { openBrowser } from '../helpers/open-browser.mjs';
import { addModule, openClusterPage, serveApp } from './browser.ts';
import { whyUnsendable } from './unsendable.ts';

/** Milliseconds that controllers need to observe an object in a worker that many conversations share. */
const SETTLING = 500;

describe('recorded conversations through the service worker', () => {
  let app: Awaited<ReturnType<typeof serveApp>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    app = await serveApp();
    // The default field manager is the user agent, and the recordings have none.
    browser = await openBrowser({ userAgent: 'unknown' });
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  /** A page whose worker has its own cluster. */
  async function openCluster(
    dialect: DialectName,
    database: string,
    flags: Readonly<Record<string, string>> = {},
    controllers: string = 'false',
  ) {
    const { renameText } = dialectNamed(dialect);
    const page = await openClusterPage(browser.context, app.url, {
      ...withConformanceFlags(
        Object.fromEntries(Object.entries(flags).map(([name, text]) => [name, renameText(text)])),
      ),
      dialect,
      database,
      controllers,
    });
    const harness = new URL('../conformance/harness.mjs', import.meta.url);
    await addModule(page, harness, 'harness', ['runScenario', 'fetchClient']);
    return page;
  }

  const replay = (page: Page, scenario: Scenario, dialect: DialectName) =>
    page.evaluate(
      ([template, name, patience]) => {
        const end = Date.now() + patience;
        const { runScenario, fetchClient } = (
          globalThis as unknown as { harness: typeof import('../conformance/harness.mjs') }
        ).harness;
        const client = fetchClient(
          async (request) => (Date.now() > end ? Promise.reject(new Error('given up')) : fetch(request)),
          location.origin,
        );
        return runScenario(template, client, { dialect: name });
      },
      isKnownGap(scenario.id, dialect)
        ? ([scenario, dialect, GAP_PATIENCE] as const)
        : ([patient(scenario, dialect, SETTLING), dialect, Number.MAX_SAFE_INTEGER] as const),
    );

  for (const dialect of DIALECTS) {
    const isReplayed = (one: Scenario): boolean =>
      whyUnsendable(one) === undefined && replayedDialects(one, 'service worker').includes(dialect);
    describe.concurrent(`${dialect} dialect`, () => {
      let shared: Page;
      let controlled: Page;
      beforeAll(async () => {
        shared = await openCluster(dialect, `conformance-${dialect}`);
        controlled = await openCluster(dialect, `controlled-${dialect}`, {}, CONFORMANCE_CONTROLLERS);
      });
      afterAll(async () => {
        await shared?.close();
        await controlled?.close();
      });

      for (const scenario of scenarios.filter(isReplayed)) {
        const test = runsAlone(scenario) ? it.sequential : it;
        const expected = isKnownGap(scenario.id, dialect) ? test.fails : test;
        expected(scenario.id, testOptionsOf(scenario), async ({ task }) => {
          const compared = replayOf(task, scenario, dialect, 'service worker');
          const own =
            isRepeated(task) || needsOwnServer(scenario)
              ? await openCluster(
                  dialect,
                  `${scenario.id}-${dialect}-${task.result?.retryCount ?? 0}`,
                  flagsOf(scenario),
                  needsControllers(scenario) ? CONFORMANCE_CONTROLLERS : undefined,
                )
              : undefined;
          const page = own ?? (needsControllers(scenario) ? controlled : shared);
          try {
            const found = shortfalls(compared(await replay(page, scenario, dialect)));
            expect(found, found).toBe('');
          } finally {
            await own?.close();
          }
        });
      }
    });
  }
});
