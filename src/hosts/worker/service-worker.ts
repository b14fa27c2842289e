import { reportToConsole } from '../../api/environment.ts';
import { errorText } from '../../api/error-text.ts';
import { currentCluster } from '../../api/named-cluster.ts';
import { isClusterPath } from '../cluster-paths.ts';
import { CLUSTERS_PATH } from '../clusters-path.ts';
import { refuseReplaced } from './clusters/refuse-replaced.ts';
import { WorkerClusters } from './clusters/worker-clusters.ts';
import { isWatch, limitWatch } from './limit-watch.ts';
import type { ServiceWorkerScope } from './service-worker-scope.ts';
import { workerApp } from './worker-app.ts';
import { WorkerCluster } from './worker-cluster.ts';
import { workerSandbox } from './worker-sandbox.ts';

const scope = self as unknown as ServiceWorkerScope;
const settings = new URL(scope.location.href).searchParams;
/** With a database in the settings that is the only cluster; else the clusters are those of the registry. */
const database = settings.get('database');
const clusters: WorkerClusters | undefined = database
  ? undefined
  : new WorkerClusters({ close: () => cluster.close() });
const cluster: WorkerCluster = new WorkerCluster(settings, workerSandbox(scope), async () =>
  clusters ? currentCluster(await clusters.list()) : { database: database ?? '' },
);
const app = workerApp(scope);
const successors = new BroadcastChannel(`tabplane-worker ${scope.registration.scope}`);

/** Milliseconds that pages are given to hear of a newer worker, and keep still, before this one's streams end. */
const NOTICE = 250;
/** Undefined until a newer worker waits for this one to end. */
let notice: 'given' | 'over' | undefined;

/** Whether a newer worker waits: this one lets go of its streams and takes no new ones, for the newer waits until there is none. */
function isSuperseded(): boolean {
  // A request can come before the event that tells of the newer worker, and this one may have been started after it.
  if (scope.registration.waiting !== null) giveNotice();
  return notice === 'over' || scope.serviceWorker.state === 'redundant';
}

function giveNotice(): void {
  if (notice) return;
  notice = 'given';
  setTimeout(() => {
    notice = 'over';
    inBackground(cluster.closeStreams(), 'the watches could not be ended');
  }, NOTICE);
}

/** Milliseconds after which a worker that is still kept waiting asks once more to take over. */
const ASK_AGAIN = 1000;

/** Reports the failure of work that nobody waits for. */
function inBackground(work: Promise<unknown>, failure: string): void {
  work.catch((error: unknown) => reportToConsole(failure, error));
}

const takeOver = (): void => inBackground(scope.skipWaiting(), 'the worker could not take over');

scope.addEventListener('install', (event) => event.waitUntil(install()));

/** Until it resolves the older worker goes on as if there were no newer one. @throws when the app could not be stored */
async function install(): Promise<void> {
  await app.prepareTakeover();
  takeOver();
  // Chromium drops the handover when a page asks something in the moment in which the older worker is stopped, and starts
  // that one again. Asked once more it tries again (and only once more); pages keep still meanwhile, see `patientFetch`.
  setTimeout(takeOver, ASK_AGAIN);
}

scope.addEventListener('activate', (event) => {
  successors.postMessage('release');
  event.waitUntil(scope.clients.claim());
});

scope.registration.addEventListener('updatefound', () => {
  // The event reaches the worker that is being installed too: the streams that it may soon have are not meant.
  if (scope.serviceWorker.state !== 'activated') return;
  const newer = scope.registration.installing;
  newer?.addEventListener('statechange', () => (newer.state === 'installed' ? giveNotice() : undefined));
});

successors.addEventListener('message', ({ data }) => {
  if (data === 'release') inBackground(cluster.release(), 'the database could not be closed');
});

scope.addEventListener('message', (event) => {
  // From a page that was reloaded past the worker, to be controlled again.
  if (event.data === 'claim') event.waitUntil(scope.clients.claim());
  app.handleMessage(event);
});

scope.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  // Synchronously, with one promise that never rejects: anything else would fall through to the network.
  if (url.origin !== new URL(scope.location.href).origin) return;
  if (clusters && url.pathname === CLUSTERS_PATH) event.respondWith(clusters.answer(event.request));
  else if (isClusterPath(url.pathname)) event.respondWith(answer(event.request, url));
  else app.handleFetch(event);
});

async function answer(request: Request, url: URL): Promise<Response> {
  try {
    const watching = isWatch(request, url);
    // Opened once more, the cluster would be kept from the newer worker for as long as this one lives.
    if (isSuperseded() && (watching || cluster.isReleased)) return marked(comeAgain());
    const { server, database: opened } = await cluster.open();
    const refusal = refuseReplaced(request, opened);
    if (refusal) return marked(refusal);
    const response = await server.fetch(watching ? limitWatch(request, url) : request, cluster.connection);
    if (!watching || !isSuperseded()) return marked(response);
    // The newer worker came while this watch was being opened.
    await response.body?.cancel();
    return marked(comeAgain());
  } catch (error) {
    const message = `the cluster could not be opened: ${errorText(error)}`;
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

/** By this header a page knows that a worker answered it. */
function marked(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('x-tabplane', 'worker');
  return new Response(response.body, { status: response.status, headers });
}
