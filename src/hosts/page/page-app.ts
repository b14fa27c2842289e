import { reportToConsole } from '../../api/environment.ts';
import { WorkQueue } from '../../client/work-queue.ts';
import type { OfflineStore } from '../../ui/state/stores/offline-store.ts';
import type { AppAnswer, AppQuestion } from '../app-messages.ts';
import { systemClock, systemRandom } from '../platform.ts';

/** Milliseconds between a failed download and the next attempt. */
const RETRY_DELAY = 60_000;
/**
 * Milliseconds to wait for the worker's response. The browser can stop the worker at any moment, and no event runs
 * longer than five minutes.
 */
const PATIENCE = { report: 10_000, store: 300_000 };

/**
 * Makes the worker store the app once the page is drawn, and checks for newer versions. Updates `store` with whether
 * the app is stored, and whether another version has taken over since the page was loaded.
 */
export async function followStoredApp(store: OfflineStore): Promise<void> {
  const isTouched = followTouch();
  const first = await askWorker('report');
  if (first.phase === 'unavailable') return store.setState({ phase: 'unavailable' });
  let shown = first.version;
  navigator.serviceWorker.addEventListener('controllerchange', async () => {
    const { version } = await askWorker('report');
    shown ??= version;
    if (version === shown) return;
    // An untouched page reloads to the new version immediately; any other page offers to reload, to lose no input.
    if (isTouched()) store.setState({ isOutdated: true });
    else location.reload();
  });
  store.setState({ phase: first.phase === 'stored' ? 'stored' : 'downloading' });
  await drawn();
  lookForUpdates(await navigator.serviceWorker.ready);
  keepTrying(store);
}

/** Stores the app, and retries after a delay, or sooner when the network comes back, until it is stored. */
function keepTrying(store: OfflineStore): void {
  const queue = new WorkQueue({
    ...{ clock: systemClock, random: systemRandom, reportProblem: reportToConsole },
    describe: (key) => `storing ${key}`,
    async work() {
      if (store.getState().phase === 'failed') store.setState({ phase: 'downloading' });
      if (!(await storeApp(store))) return { after: RETRY_DELAY };
      removeEventListener('online', tryNow);
      void queue.close();
      return undefined;
    },
  });
  const tryNow = (): void => queue.add('the app');
  addEventListener('online', tryNow);
  tryNow();
}

/** Returns a function that reports whether the user has interacted with the page since this call. */
function followTouch(): () => boolean {
  let isTouched = false;
  const note = (): void => {
    isTouched = true;
  };
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, note, { capture: true, once: true });
  return () => isTouched;
}

/** Returns whether the app is stored afterwards. */
async function storeApp(store: OfflineStore): Promise<boolean> {
  const { phase, reason = '' } = await askWorker('store');
  if (phase !== 'stored') store.setState({ phase: 'failed', reason });
  else if (store.getState().phase !== 'stored') store.setState({ phase, isNew: true });
  return phase === 'stored';
}

async function askWorker(action: AppQuestion['action']): Promise<AppAnswer> {
  const { port1, port2 } = new MessageChannel();
  const answer = await new Promise<AppAnswer>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<AppAnswer>) => resolve(data);
    const silence: AppAnswer = { phase: 'failed', reason: 'the service worker did not answer' };
    setTimeout(() => resolve(silence), PATIENCE[action]);
    navigator.serviceWorker.controller?.postMessage({ type: 'app', action } satisfies AppQuestion, [port2]);
  });
  port1.close();
  return answer;
}

/** Resolves when the page has loaded and the browser is idle. */
async function drawn(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  if ('requestIdleCallback' in window)
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: RETRY_DELAY }));
}
/** Milliseconds between two checks while a page stays open. */
const INTERVAL = 3_600_000;

/**
 * Checks for a newer version of the worker now and every hour. Browsers check automatically only when the worker is
 * idle, but the watches of open pages never end.
 */
function lookForUpdates(registration: ServiceWorkerRegistration): void {
  const look = (): void => {
    // Without a network, the next check tries again.
    registration.update().catch(() => undefined);
  };
  look();
  setInterval(look, INTERVAL);
}
