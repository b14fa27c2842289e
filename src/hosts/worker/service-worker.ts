import { reportToConsole } from '../../api/environment.ts';
import type { NamedCluster } from '../../api/named-cluster.ts';
import { isClusterPath } from '../cluster-paths.ts';
import { CLUSTERS_PATH, DATABASE_HEADER, SOCKETS_PATH } from '../clusters-protocol.ts';
import { answerCall } from './calls/answer-call.ts';
import { clusterGone } from './clusters/cluster-gone.ts';
import { WorkerClusters } from './clusters/worker-clusters.ts';
import { installLaterScript } from './later-script.ts';
import { OpenClusters } from './open-clusters.ts';
import { type ClusterData, openWorkerCluster, type WorkerCluster } from './open-worker-cluster.ts';
import { onOwnMessage } from './own-messages.ts';
import { refuseForgedControl, refuseForgedWrite } from './refuse-forged.ts';
import type { ServiceWorkerScope, WorkerFetchEvent } from './service-worker-scope.ts';
import { answerInWorker, marked } from './worker-answer.ts';
import { workerApp } from './worker-app.ts';
import { workerDescriptions } from './worker-descriptions.ts';
import { WorkerHandover } from './worker-handover.ts';
import { workerSandbox } from './worker-sandbox.ts';

const scope = self as unknown as ServiceWorkerScope;
const settings = new URL(scope.location.href).searchParams;
/** A database in the settings is the only cluster; otherwise, clusters come from the registry. */
const database = settings.get('database');
const app = workerApp(scope);
const capabilities = { sandbox: workerSandbox(scope), loadDescriptions: workerDescriptions(app) };
const open = new OpenClusters((data: ClusterData) =>
  openWorkerCluster(settings, capabilities, data, () => lose(data.name)),
);
const clusters: WorkerClusters | undefined = database
  ? undefined
  : new WorkerClusters({
      pages: async () => (await scope.clients.matchAll({ type: 'window' })).map(({ id }) => id),
      closeOthers: (shown) => open.closeOthers(shown.map(dataOf)),
    });
const handover = new WorkerHandover(scope, open, async () => {
  installLaterScript();
  await app.prepareTakeover();
});

onOwnMessage(scope, (event) => app.handleMessage(event));

scope.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  // Responds synchronously with a promise that never rejects; otherwise the request would fall through to the network.
  if (url.origin !== new URL(scope.location.href).origin) return;
  if (clusters && url.pathname === CLUSTERS_PATH) event.respondWith(answerCommand(clusters, event, url));
  else if (url.pathname === SOCKETS_PATH) event.respondWith(answer(event, url, refuseForgedControl, answerSocketCall));
  else if (isClusterPath(url.pathname))
    event.respondWith(answer(event, url, refuseForgedWrite, (cluster, request) => cluster.answer(request)));
  else app.handleFetch(event);
});

/** Replaces a deleted database. Without a registry, the cluster continues with what its storage has. */
function lose(name: string): void {
  clusters?.lose(name).catch((error: unknown) => reportToConsole('could not replace a deleted database', error));
}

/** Answers a request for the list of clusters, or for a command. Never rejects. */
const answerCommand = async (
  list: WorkerClusters,
  { request, clientId }: WorkerFetchEvent,
  { origin }: URL,
): Promise<Response> => marked(refuseForgedControl(request, origin) ?? (await list.answer(request, clientId)));

/** Answers a request to a cluster, unless it is forged. Never rejects. */
const answer = (
  { request: incoming, clientId }: WorkerFetchEvent,
  url: URL,
  refuseForged: typeof refuseForgedWrite,
  respond: (cluster: WorkerCluster, request: Request, page: string) => Promise<Response>,
): Promise<Response> =>
  answerInWorker(incoming, url, {
    handover,
    isReleased: open.isReleased,
    async respond(request) {
      const forged = refuseForged(incoming, url.origin);
      if (forged) return forged;
      const cluster = await clusterFor(incoming, clientId);
      return cluster ? respond(cluster, request, clientId) : clusterGone();
    },
  });

/** Answers a page's call for one of its connections. */
const answerSocketCall = ({ sockets }: WorkerCluster, call: Request, page: string): Promise<Response> =>
  answerCall(call, ({ method, arguments: parameters }, signal) => sockets.run(method, parameters, page, signal));

/** Returns the cluster for a page's request, opening it if necessary; undefined when it was deleted or reset. */
async function clusterFor(request: Request, page: string): Promise<WorkerCluster | undefined> {
  if (database) return open.get({ name: database, awaitsConsent: false });
  const opened = open.find(request.headers.get(DATABASE_HEADER) ?? '');
  if (opened) return opened;
  const found = await clusters?.clusterFor(request, page);
  return found && open.get(dataOf(found));
}

const dataOf = ({ database, dialect, awaitsConsent = false, playsUntil }: NamedCluster): ClusterData => ({
  name: database,
  dialect,
  awaitsConsent,
  ...(playsUntil === undefined ? {} : { playsUntil }),
});
