import type { BrowserContext, Page } from 'playwright-core';
import { openClusterPage, serveApp } from '../browser/browser.ts';
import { bundledScript } from '../browser/bundled-page.ts';
import { openBrowser } from '../helpers/open-browser.mjs';
import { TOKENS } from '../security/child-server.ts';
import { clusterSample } from './cluster-sample.ts';
import { growthOf, type SoakOptions, type SoakOutcome, takeSamples } from './soak.ts';
import type { SoakPage } from './soak-page.ts';

interface WithSoak {
  readonly soakPage: SoakPage;
}

/** Runs the mixed load in a page against the service worker over IndexedDB, with its controllers and a simulated node. */
export async function soakChromium({ seconds, samples, kept, report }: SoakOptions): Promise<SoakOutcome> {
  const app = await serveApp();
  const { context, close } = await openBrowser();
  try {
    const page = await openClusterPage(context, app.url, {
      ...{ dialect: 'kubernetes', controllers: '*', database: 'soak', 'token-auth-file': TOKENS },
      ...{ 'event-history-seconds': `${kept}`, 'event-ttl': `${kept}s` },
    });
    await page.evaluate(await bundledScript(new URL('./soak-page.ts', import.meta.url).pathname));
    await page.evaluate(() => (globalThis as unknown as WithSoak).soakPage.start());
    const heapOfWorker = await workerHeap(context);
    const read = (path: string): Promise<unknown> =>
      page.evaluate((asked) => (globalThis as unknown as WithSoak).soakPage.read(asked), path);
    const taken = await takeSamples(
      seconds,
      samples,
      async () => ({ heap: await heapOfWorker(), handles: 0, ...(await clusterSample(read)) }),
      report,
    );
    const { failures, ...counts } = await endOf(page);
    return { samples: taken, ...counts, problems: [...failures, ...growthOf(taken, kept)] };
  } finally {
    await close();
    await app.close();
  }
}

const endOf = (page: Page): Promise<Pick<SoakOutcome, 'answered' | 'events'> & { failures: readonly string[] }> =>
  page.evaluate(async () => {
    const { load, end } = (globalThis as unknown as WithSoak).soakPage;
    await end();
    return { answered: load.answered, events: load.events, failures: load.failures };
  });

/** Returns a function that collects the garbage of the browser's only service worker, and returns the bytes in use. */
async function workerHeap(context: BrowserContext): Promise<() => Promise<number>> {
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) throw new Error('the browser cannot be debugged');
  const { targetInfos } = await session.send('Target.getTargets');
  const worker = targetInfos.find(({ type }) => type === 'service_worker');
  if (!worker) throw new Error('there is no service worker');
  const { sessionId } = await session.send('Target.attachToTarget', { targetId: worker.targetId, flatten: false });
  let last = 0;
  const ask = (method: string): Promise<{ usedSize: number }> =>
    new Promise((resolve) => {
      const id = ++last;
      const receive = ({ message }: { message: string }): void => {
        const answer = JSON.parse(message) as { id?: number; result: { usedSize: number } };
        if (answer.id !== id) return;
        session.off('Target.receivedMessageFromTarget', receive);
        resolve(answer.result);
      };
      session.on('Target.receivedMessageFromTarget', receive);
      const message = JSON.stringify({ id, method });
      void session.send('Target.sendMessageToTarget', { sessionId, message });
    });
  return async () => {
    await ask('HeapProfiler.collectGarbage');
    return (await ask('Runtime.getHeapUsage')).usedSize;
  };
}
