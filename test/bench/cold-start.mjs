/** Measures how long a stopped service worker takes to its first answer, by the number of stored objects. */
import * as inPage from './in-page.mjs';

const STARTS = 9;

/** Milliseconds between starts, in which the worker ends what it does after its first answer. */
const PAUSE = 3000;

/** Stops the workers of a browser. The next request starts one. */
export async function killWorkers(context, page) {
  const session = await context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
}

/**
 * Returns the median of some cold starts in milliseconds, from the request to the answer.
 * @param page a page whose worker has the database of a new cluster, which is filled first
 */
export async function measureColdStart(context, page, objects) {
  await page.evaluate(inPage.fill, objects);
  const times = [];
  for (let start = 0; start < STARTS; start++) {
    await page.waitForTimeout(PAUSE);
    await killWorkers(context, page);
    times.push(await page.evaluate(inPage.firstAnswer));
  }
  return times.sort((a, b) => a - b)[Math.floor(STARTS / 2)];
}
