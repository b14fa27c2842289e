import { defaultParseSearch } from '@tanstack/react-router';
import type { Fetch } from '../../api/environment.ts';
import type { OpenMessageStream } from '../../client/message-stream.ts';
import { mountApplication } from '../../ui/mount-application.tsx';
import { showStartUpFailure } from '../../ui/start-up/show-start-up-failure.tsx';
import { readRootSearch } from '../../ui/state/search-parameters.ts';
import { createOfflineStore } from '../../ui/state/stores/offline-store.ts';
import { systemClock, systemRandom } from '../platform.ts';
import { followStoredApp } from './page-app.ts';
import { connectToClusters, type PageClusters } from './page-clusters.ts';
import { offerSandboxes } from './page-sandbox.ts';
import { connectToWorker } from './page-worker.ts';

/** The administrator token of the browser's cluster, as the worker accepts it. */
const ADMINISTRATOR_TOKEN = 'tabplane-admin';

/** A proxy to a cluster outside the browser makes the worker unnecessary. */
const isProxied = Boolean(import.meta.env.TABPLANE_PROXY);

async function startUp(root: HTMLElement): Promise<void> {
  const offline = createOfflineStore(isProxied ? 'unavailable' : 'checking');
  let clusterFetch: Fetch = (request) => fetch(request);
  let clusters: PageClusters | undefined;
  try {
    if (!isProxied) {
      const { cluster } = readRootSearch(defaultParseSearch(location.search));
      const tab = { origin: location.origin, cluster, session: sessionStorage };
      clusters = await connectToClusters(await connectToWorker(), tab);
      clusterFetch = clusters.fetch;
      offerSandboxes();
    }
  } catch (error) {
    showStartUpFailure(root, error);
    return;
  }
  const openStream: OpenMessageStream = async (...request) => {
    const { pageStreams } = await import('./page-streams.ts');
    return pageStreams(clusterFetch, clusters?.shown.id ?? '')(...request);
  };
  mountApplication(root, {
    fetch: clusterFetch,
    baseUrl: location.origin,
    token: ADMINISTRATOR_TOKEN,
    clock: systemClock,
    random: systemRandom,
    settings: localStorage,
    session: sessionStorage,
    ...(clusters
      ? {
          clusters,
          openStream,
          preparedClusters: async () => (await import('./prepared-clusters.ts')).PREPARED_CLUSTERS,
        }
      : {}),
    // A cluster outside the browser stores its data elsewhere.
    ...(isProxied ? {} : { storage: navigator.storage }),
    offline,
  });
  if (!isProxied) await followStoredApp(offline);
}

const root = document.getElementById('root');
if (root) void startUp(root);
