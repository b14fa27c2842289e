import { defaultParseSearch } from '@tanstack/react-router';
import type { Fetch } from '../../api/environment.ts';
import type { OpenMessageStream } from '../../client/message-stream.ts';
import { mountApplication } from '../../ui/mount-application.tsx';
import { showStartUpFailure } from '../../ui/start-up/show-start-up-failure.tsx';
import { readRootSearch } from '../../ui/state/search-parameters.ts';
import { createDataStore, type DataStore } from '../../ui/state/stores/data-store.ts';
import { createOfflineStore } from '../../ui/state/stores/offline-store.ts';
import { STORAGE_HEADER } from '../clusters-protocol.ts';
import { systemClock, systemRandom } from '../platform.ts';
import { applyStyles } from './apply-styles.ts';
import { followStoredApp } from './page-app.ts';
import { connectToClusters, type PageClusters } from './page-clusters.ts';
import { offerSandboxes } from './page-sandbox.ts';
import { connectToWorker, isWorkerGone, SETTINGS } from './page-worker.ts';
import { StorageBlockedError, storageOrMemory } from './storage-blocked.ts';

/** The administrator token of the browser's cluster, as the worker accepts it. */
const ADMINISTRATOR_TOKEN = 'tabplane-admin';

/** A proxy to a cluster outside the browser makes the worker unnecessary. */
const isProxied = Boolean(import.meta.env.TABPLANE_PROXY);

async function startUp(root: HTMLElement): Promise<void> {
  const offline = createOfflineStore(isProxied ? 'unavailable' : 'checking');
  const data = createDataStore();
  let clusterFetch: Fetch = (request) => fetch(request);
  let clusters: PageClusters | undefined;
  const session = storageOrMemory(() => sessionStorage);
  const styled = applyStyles();
  try {
    if (!isProxied) {
      const { cluster } = readRootSearch(defaultParseSearch(location.search));
      const tab = { origin: location.origin, cluster, session, isWorkerGone };
      const connected = await connectToClusters(await connectToWorker(), tab);
      clusters = connected;
      clusterFetch = observedStorage(connected.fetch, data);
      offerSandboxes();
    }
  } catch (blocked) {
    try {
      if (!(blocked instanceof StorageBlockedError)) throw blocked;
      const { startMemoryCluster } = await import('./memory-cluster.ts');
      clusterFetch = await startMemoryCluster(SETTINGS);
      data.setState({ isInMemory: true });
      offline.setState({ phase: 'unavailable' });
    } catch (error) {
      await styled;
      showStartUpFailure(root, error);
      return;
    }
  }
  const isStored = clusters !== undefined;
  const openStream: OpenMessageStream = async (...request) => {
    const { pageStreams } = await import('./page-streams.ts');
    return pageStreams(clusterFetch, clusters?.shown.id ?? '')(...request);
  };
  await styled;
  mountApplication(root, {
    fetch: clusterFetch,
    baseUrl: location.origin,
    token: ADMINISTRATOR_TOKEN,
    clock: systemClock,
    random: systemRandom,
    settings: storageOrMemory(() => localStorage),
    session,
    ...(isProxied ? {} : { openStream }),
    ...(clusters
      ? {
          clusters,
          preparedClusters: async () => (await import('./prepared-clusters.ts')).PREPARED_CLUSTERS,
        }
      : {}),
    // A cluster outside the browser stores its data elsewhere.
    ...(isStored ? { storage: navigator.storage } : {}),
    ...{ offline, data },
  });
  if (isStored) await followStoredApp(offline);
}

/** Wraps `fetch` to record whether the worker has space to store something. */
const observedStorage =
  (fetch: Fetch, data: DataStore): Fetch =>
  async (request) => {
    const response = await fetch(request);
    const isFull = response.headers.get(STORAGE_HEADER) === 'full';
    if (isFull !== data.getState().isFull) data.setState({ isFull });
    return response;
  };

const root = document.getElementById('root');
if (root) void startUp(root);
