import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../helpers/open-browser.mjs';
import { problemsOf } from '../history/check-history.ts';
import { killWorkers, openClusterPage, serveApp } from './browser.ts';
import { bundledPage } from './bundled-page.ts';
import type { HistoryPage } from './history-page.ts';

/** How often workers are killed, in rounds of ten with a new cluster each, because checks take the square of the length. */
const KILLS = Number(process.env.TABPLANE_KILLS ?? 10);
const KILLS_OF_ROUND = 10;

/** Answers between two kills, of the requests that clients send in this time. */
const ANSWERS = 60;
const SHAPE = { clients: 8, keys: 4, watches: 3, requests: 10 * KILLS_OF_ROUND };

interface WithHistory {
  readonly historyPage: HistoryPage;
  isRecorded?: boolean;
}

describe('the history of a cluster in IndexedDB', () => {
  let app: Awaited<ReturnType<typeof serveApp>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let script: string;
  beforeAll(async () => {
    app = await serveApp();
    browser = await openBrowser();
    script = await bundledPage('history-page.ts');
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  it.each(Array.from({ length: KILLS / KILLS_OF_ROUND }, (_, index) => index + 1))(
    `is linearizable, and its watches resume, when its worker is killed ${KILLS_OF_ROUND} times during writes (round %i)`,
    async (round) => {
      const page = await openClusterPage(browser.context, app.url, {
        // Controllers would create objects between those of the clients.
        ...{ dialect: 'kubernetes', controllers: 'false' },
        database: `history-${round}`,
        'token-auth-file': 'admin-token,admin,admin,"system:masters"\n',
      });
      await page.evaluate(script);
      const recorded = page.evaluate(
        (shape) => {
          const recording = globalThis as unknown as WithHistory;
          return recording.historyPage.record(shape).finally(() => {
            recording.isRecorded = true;
          });
        },
        { ...SHAPE, seed: round },
      );
      let kills = 0;
      for (let next = ANSWERS; kills < KILLS_OF_ROUND; next += ANSWERS) {
        const isRecorded = await page.waitForFunction((count) => {
          const { historyPage, isRecorded: isOver } = globalThis as unknown as WithHistory;
          return isOver ? 'over' : historyPage.answered >= count && 'continues';
        }, next);
        if ((await isRecorded.jsonValue()) === 'over') break;
        const announce = () => page.evaluate(() => void (globalThis as unknown as WithHistory).historyPage.kills++);
        await announce();
        await killWorkers(browser.context, page);
        await announce();
        kills += 1;
      }
      const history = await recorded;
      await page.close();
      expect(problemsOf(history)).toEqual([]);
      expect(kills).toBe(KILLS_OF_ROUND);
      expect(history.writes.some(({ outcome }) => outcome === 'unknown')).toBe(true);
    },
  );
});
