import { reportToConsole } from '../../api/environment.ts';
import { errorText } from '../../api/error-text.ts';
import { currentCluster } from '../../api/named-cluster.ts';
import { isClusterPath } from '../cluster-paths.ts';
import { CLUSTERS_PATH } from '../clusters-path.ts';
import { rejectReplaced } from './clusters/reject-replaced.ts';
import { WorkerClusters } from './clusters/worker-clusters.ts';
import { isWatch, limitWatch } from './limit-watch.ts';
import type { ServiceWorkerScope } from './service-worker-scope.ts';
import { workerApp } from './worker-app.ts';
import { WorkerCluster } from './worker-cluster.ts';
import { workerDescriptions } from './worker-descriptions.ts';
import { workerSandbox } from './worker-sandbox.ts';

const scope = self as unknown as ServiceWorkerScope;
const settings = new URL(scope.location.href).searchParams;
/** A database in the settings is the only cluster; otherwise the registry has the clusters. */
const database = settings.get('database');
const clusters: WorkerClusters | undefined = database
  ? undefined
  : new WorkerClusters({ close: () => cluster.close() });
const app = workerApp(scope);
const capabilities = { sandbox: workerSandbox(scope), loadDescriptions: workerDescriptions(app) };
const cluster: WorkerCluster = new WorkerCluster(settings, capabilities, async () =>
  clusters ? currentCluster(await clusters.list()) : { database: database ?? '' },
);
const successors = new BroadcastChannel(`tabplane-worker ${scope.registration.scope}`);

/**
 * Milliseconds between notifying pages of a newer worker, so that they hold their requests, and ending this worker's
 * streams.
 */
const NOTICE = 250;
/** Undefined until a newer worker waits for this one to end. */
let notice: 'given' | 'over' | undefined;

/**
 * Reports whether a newer worker is waiting. Then this one ends its streams and opens no new ones, because the newer
 * one waits until none are left.
 */
function isSuperseded(): boolean {
  // A request can arrive before the event that announces the newer worker, and this worker may have been started after
  // it.
  if (scope.registration.waiting !== null) giveNotice();
  return notice === 'over' || scope.serviceWorker.state === 'redundant';
}

function giveNotice(): void {
  if (notice) return;
  notice = 'given';
  setTimeout(() => {
    notice = 'over';
    inBackground(cluster.closeStreams(), 'could not end the watches');
  }, NOTICE);
}

/** Milliseconds after which a worker that is still waiting asks again to take over. */
const ASK_AGAIN = 1000;

/** Reports the failure of work that is not awaited. */
function inBackground(work: Promise<unknown>, failure: string): void {
  work.catch((error: unknown) => reportToConsole(failure, error));
}

const takeOver = (): void => inBackground(scope.skipWaiting(), 'the service worker could not take over');

scope.addEventListener('install', (event) => event.waitUntil(install()));

/**
 * Until it resolves, the older worker continues as if there were no newer one. @throws when the app could not be stored
 */
async function install(): Promise<void> {
  await app.prepareTakeover();
  takeOver();
  // Chromium drops the handover when a page sends a request just as the older worker is stopped, and restarts that
  // worker. Asking again makes it retry, but only once; until then pages hold their requests, see `patientFetch`.
  setTimeout(takeOver, ASK_AGAIN);
}

scope.addEventListener('activate', (event) => {
  successors.postMessage('release');
  event.waitUntil(scope.clients.claim());
});

scope.registration.addEventListener('updatefound', () => {
  // The event also reaches a worker that is being installed, whose future streams must not be ended.
  if (scope.serviceWorker.state !== 'activated') return;
  const newer = scope.registration.installing;
  newer?.addEventListener('statechange', () => (newer.state === 'installed' ? giveNotice() : undefined));
});

successors.addEventListener('message', ({ data }) => {
  if (data === 'release') inBackground(cluster.release(), 'could not close the database');
});

scope.addEventListener('message', (event) => {
  // From a page that was hard-reloaded, to be controlled again.
  if (event.data === 'claim') event.waitUntil(scope.clients.claim());
  app.handleMessage(event);
});

scope.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  // Synchronous, with a promise that never rejects; otherwise the request would fall through to the network.
  if (url.origin !== new URL(scope.location.href).origin) return;
  if (clusters && url.pathname === CLUSTERS_PATH) event.respondWith(clusters.answer(event.request));
  else if (isClusterPath(url.pathname)) event.respondWith(answer(event.request, url));
  else app.handleFetch(event);
});

async function answer(request: Request, url: URL): Promise<Response> {
  try {
    const watching = isWatch(request, url);
    // Reopening the cluster would keep it from the newer worker for as long as this one lives.
    if (isSuperseded() && (watching || cluster.isReleased)) return marked(comeAgain());
    const { server, database: opened } = await cluster.open();
    const refusal = rejectReplaced(request, opened);
    if (refusal) return marked(refusal);
    const response = await server.fetch(watching ? limitWatch(request, url) : request, cluster.connection);
    cluster.answered();
    if (!watching || !isSuperseded()) return marked(response);
    // The newer worker arrived while this watch was being opened.
    await response.body?.cancel();
    return marked(comeAgain());
  } catch (error) {
    const message = `could not open the cluster: ${errorText(error)}`;
    const status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      reason: 'InternalError',
      code: 500,
    };
    return marked(Response.json(status, { status: 500 }));
  }
}

const comeAgain = (): Response => new Response(null, { status: 503, headers: { 'retry-after': '1' } });

/** Adds the header by which a page knows that a worker answered. */
function marked(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('x-tabplane', 'worker');
  return new Response(response.body, { status: response.status, headers });
}
