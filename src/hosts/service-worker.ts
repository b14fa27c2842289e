import { isClusterPath } from './cluster-paths.ts';
import type { ServiceWorkerScope } from './service-worker-scope.ts';
import { WorkerCluster } from './worker-cluster.ts';

const scope = self as unknown as ServiceWorkerScope;
const cluster = new WorkerCluster(new URL(scope.location.href).searchParams);
const successors = new BroadcastChannel('tabplane-worker');

/** Seconds after which a watch ends cleanly: an open stream would hold up the next version of this worker, and a killed worker gives no clean end. */
const MAXIMUM_WATCH_SECONDS = 240;

/** True once a newer worker is installed: this one lets go of its streams and takes no new ones. */
let superseded = false;

scope.addEventListener('install', () => void scope.skipWaiting());

scope.addEventListener('activate', (event) => {
  successors.postMessage('release');
  event.waitUntil(scope.clients.claim());
});

scope.registration.addEventListener('updatefound', () => {
  // The event reaches the worker that is being installed too; it is about its own coming.
  if (scope.serviceWorker.state !== 'activated') return;
  superseded = true;
  void cluster.closeStreams();
  const successor = scope.registration.installing;
  successor?.addEventListener('statechange', () => {
    if (successor.state === 'redundant') superseded = false;
  });
});

successors.addEventListener('message', ({ data }) => {
  if (data === 'release') void cluster.release();
});

/** A page that was reloaded past the worker asks to be controlled again. */
scope.addEventListener('message', (event) => {
  if (event.data === 'claim') event.waitUntil(scope.clients.claim());
});

scope.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  // Synchronously, with one promise that never rejects: anything else would fall through to the network.
  if (url.origin === new URL(scope.location.href).origin && isClusterPath(url.pathname))
    event.respondWith(answer(event.request, url));
});

async function answer(request: Request, url: URL): Promise<Response> {
  try {
    const isWatch = request.method === 'GET' && (url.searchParams.has('watch') || url.pathname.includes('/watch/'));
    if (isWatch && superseded) return marked(new Response(null, { status: 503, headers: { 'retry-after': '1' } }));
    const server = await cluster.server();
    return marked(await server.fetch(isWatch ? limited(request, url) : request));
  } catch (error) {
    const message = `the cluster could not be opened: ${error instanceof Error ? error.message : String(error)}`;
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

function limited(request: Request, url: URL): Request {
  const wanted = Number(url.searchParams.get('timeoutSeconds') || MAXIMUM_WATCH_SECONDS);
  if (Number.isFinite(wanted) && wanted > 0 && wanted < MAXIMUM_WATCH_SECONDS) return request;
  const target = new URL(url);
  target.searchParams.set('timeoutSeconds', String(MAXIMUM_WATCH_SECONDS));
  return new Request(target, { headers: request.headers });
}

/** By this header a page knows that a worker answered it. */
function marked(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('x-tabplane', 'worker');
  return new Response(response.body, { status: response.status, headers });
}
