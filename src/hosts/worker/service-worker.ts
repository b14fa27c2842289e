import { currentCluster } from '../../api/named-cluster.ts';
import { isClusterPath } from '../cluster-paths.ts';
import { CLUSTERS_PATH } from '../clusters-path.ts';
import { rejectReplaced } from './clusters/reject-replaced.ts';
import { WorkerClusters } from './clusters/worker-clusters.ts';
import { onOwnMessage } from './own-messages.ts';
import { refuseForgedControl, refuseForgedWrite } from './refuse-forged.ts';
import type { ServiceWorkerScope } from './service-worker-scope.ts';
import { answerInWorker, marked } from './worker-answer.ts';
import { workerApp } from './worker-app.ts';
import { WorkerCluster } from './worker-cluster.ts';
import { workerDescriptions } from './worker-descriptions.ts';
import { WorkerHandover } from './worker-handover.ts';
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
const handover = new WorkerHandover(scope, cluster, () => app.prepareTakeover());

onOwnMessage(scope, (event) => app.handleMessage(event));

scope.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  // Synchronous, with a promise that never rejects; otherwise the request would fall through to the network.
  if (url.origin !== new URL(scope.location.href).origin) return;
  if (clusters && url.pathname === CLUSTERS_PATH) event.respondWith(answerCommand(clusters, event.request, url));
  else if (isClusterPath(url.pathname)) event.respondWith(answer(event.request, url));
  else app.handleFetch(event);
});

/** Answers a request for the list of clusters, or one with a command. Never rejects. */
const answerCommand = async (list: WorkerClusters, request: Request, { origin }: URL): Promise<Response> =>
  marked(refuseForgedControl(request, origin) ?? (await list.answer(request)));

const answer = (incoming: Request, url: URL): Promise<Response> =>
  answerInWorker(incoming, url, {
    handover,
    isReleased: cluster.isReleased,
    async respond(request) {
      const forged = refuseForgedWrite(incoming, url.origin);
      if (forged) return forged;
      const { server, database: opened } = await cluster.open();
      const refusal = rejectReplaced(request, opened);
      if (refusal) return refusal;
      const response = await server.fetch(request, cluster.connection);
      cluster.answered();
      return response;
    },
  });
