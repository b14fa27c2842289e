/** The service worker that pages of other projects embed, see `tabplane/browser`. */
import { reportToConsole } from '../../api/environment.ts';
import { failureStatus } from '../../api/status.ts';
import { OF_CLUSTER } from '../browser/control-call.ts';
import { systemClock } from '../platform.ts';
import { answerCall } from './calls/answer-call.ts';
import { EmbeddedClusters } from './embedded/embedded-clusters.ts';
import { openEmbeddedCluster } from './embedded/open-embedded-cluster.ts';
import { PageFiles } from './embedded/page-files.ts';
import {
  clusterAt,
  EMPTY_REGISTRY,
  expectedElsewhere,
  keepsPages,
  openEmbeddedRegistry,
  type RegistryState,
  type Route,
} from './embedded/registry-state.ts';
import { requestAt } from './embedded/request-at.ts';
import { refuseForgedControl, refuseForgedWrite } from './refuse-forged.ts';
import type { ServiceWorkerScope, WorkerFetchEvent } from './service-worker-scope.ts';
import { answerInWorker } from './worker-answer.ts';
import { WorkerHandover } from './worker-handover.ts';

const scope = self as unknown as ServiceWorkerScope;
const script = new URL(scope.location.href);
const folder = new URL(scope.registration.scope).pathname;

const registry = openEmbeddedRegistry(folder);
const pageFiles = new PageFiles(scope.registration.scope, {
  caches,
  fetch: (request) => fetch(request),
  clock: systemClock,
});
const clusters = new EmbeddedClusters({
  registry,
  pageFiles,
  // Clusters in the root folder of the origin have plain names, because most applications are there.
  open: (options, faultHappened) =>
    openEmbeddedCluster(options, faultHappened, `tabplane-${options.name}${folder === '/' ? '' : ` ${folder}`}`),
});
const handover = new WorkerHandover(scope, clusters.held);

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== script.origin || isOnlyForCache(request)) return;
  // Decided synchronously: the browser sends a request to the network if it has no response when the listener returns.
  const answer = isCall(request, url)
    ? answerPage(event, url)
    : registry.known
      ? answerFrom(registry.known, event, url)
      : answerOnceKnown(event, url);
  if (answer) event.respondWith(answer);
});

/** The browser itself checks its cache; such a request cannot be forwarded. */
const isOnlyForCache = ({ cache, mode }: Request): boolean => cache === 'only-if-cached' && mode !== 'same-origin';

const isCall = ({ method }: Request, { pathname }: URL): boolean => method === 'POST' && pathname === script.pathname;

/** Answers while the registry is being read, once in a worker's life. Forwards requests that are not for a cluster. */
async function answerOnceKnown(event: WorkerFetchEvent, url: URL): Promise<Response> {
  const state = await registry.read().catch((error: unknown) => {
    reportToConsole('could not read the list of clusters', error);
    return EMPTY_REGISTRY;
  });
  return answerFrom(state, event, url) ?? fetch(event.request);
}

/** Returns undefined for requests that the worker does not answer. */
function answerFrom(state: RegistryState, event: WorkerFetchEvent, url: URL): Promise<Response> | undefined {
  const { request } = event;
  const route = clusterAt(state, url.pathname, request.mode === 'navigate');
  if (route) {
    const expected = request.headers.get(OF_CLUSTER) ?? expectedElsewhere(state, route, event.clientId);
    return answerFromCluster(request, url, route, expected ?? route.cluster.options.name);
  }
  if (!keepsPages(state) || !pageFiles.accepts(request)) return undefined;
  return pageFiles.answer(request, (work) => event.waitUntil(work));
}

/** @param expected the name of the cluster that the page expects */
async function answerFromCluster(
  request: Request,
  url: URL,
  { cluster, path }: Route,
  expected: string,
): Promise<Response> {
  const { name } = cluster.options;
  const target = new URL(path + url.search, url);
  return answerInWorker(await requestAt(request, target), target, {
    ...{ handover, isReleased: clusters.held.isReleased },
    respond: async (inner) =>
      refuseForgedWrite(request, url.origin) ??
      (expected === name ? clusters.answer(cluster, inner) : takenOver(expected, name)),
  });
}

const answerPage = ({ request, clientId }: WorkerFetchEvent, url: URL): Promise<Response> =>
  answerInWorker(request, url, {
    ...{ handover, isReleased: clusters.held.isReleased },
    respond: async (call) =>
      refuseForgedControl(request, url.origin) ??
      answerCall(call, (parsed, signal) => clusters.run(parsed, clientId, signal)),
  });

/** Answers a request to a cluster whose paths another cluster has taken over, so that it reaches no other data. */
function takenOver(expected: string, served: string): Response {
  const status = failureStatus({
    message:
      `The cluster "${expected}" is not served any more: another page has started "${served}" at the same paths. ` +
      `Give one of them a prefix: startCluster({ prefix: '/k8s/${expected}' })`,
    reason: 'Conflict',
    code: 409,
  });
  return Response.json(status, { status: 409 });
}
