/** The package entry `tabplane/browser`: clusters in the service worker of a page. */
import type { ClusterOptions } from '../../embedding/cluster.ts';
import { type Checks, checkOptions, isBoolean, isText } from '../../embedding/options/check-options.ts';
import { CLUSTER_CHECKS } from '../../embedding/options/cluster-checks.ts';
import { patientFetch } from '../page/patient-fetch.ts';
import { type BrowserCluster, pageCluster } from './page-cluster.ts';
import { claimPrefix, normalPrefix, releasePrefix } from './prefixes.ts';
import { registerWorker, workerPlace } from './register-worker.ts';
import { startInWorker } from './start-in-worker.ts';
import { storePage } from './store-page.ts';
import { workerAddress } from './worker-address.ts';
import { workerControl } from './worker-control.ts';

export { ApiError } from '../../client/api-error.ts';
export type {
  Cluster,
  ClusterFaults,
  ClusterOptions,
  ClusterUser,
  EmbeddedClock,
  Fault,
  KubernetesObject,
  Persona,
  Seed,
  SeedOutcome,
  Snapshot,
} from '../../embedding/cluster.ts';
export { createInformer, type FollowOptions, followCollection } from '../follow-collection.ts';
export type { BrowserCluster } from './page-cluster.ts';

/** Options of a cluster in a service worker, and the paths of its worker and API. */
export interface BrowserClusterOptions extends ClusterOptions {
  /**
   * Address of the worker's script. Default: the address that the plugin `tabplane/vite` sets, or
   * `/tabplane-worker.js`.
   */
  readonly worker?: string;
  /**
   * Path below which the worker controls pages. Default: the folder of its script, which is the widest that browsers
   * allow.
   */
  readonly scope?: string;
  /**
   * Path below which the API is served, such as `/k8s/clusters/a`. Default: none, so that `/api/v1/pods` lists pods.
   */
  readonly prefix?: string;
  /**
   * Whether the worker stores the page's own files, so that the page opens offline: every file of its origin that it
   * loads with GET. The stored copy answers only when the network fails. Default false.
   */
  readonly offline?: boolean;
}

const EDITED_SEED =
  'tabplane: the seed has changed since it was loaded, and the stored data stay as they are. ' +
  "startCluster({ onSeedChange: 'reset' }) empties the cluster and loads the new seed.";

const CHECKS: Checks<BrowserClusterOptions> = {
  ...CLUSTER_CHECKS,
  ...{ worker: isText, scope: isText, prefix: isText, offline: isBoolean },
};

/**
 * Starts a cluster in the page's service worker, or continues the one of this name, and resolves when it answers.
 * Requests of the page such as `fetch('/api/v1/pods')` also reach it, as `defaultUser`.
 * @throws Error with what is missing and what to do
 */
export async function startCluster(options: BrowserClusterOptions = {}): Promise<BrowserCluster> {
  checkOptions('startCluster', options, CHECKS);
  const { worker = workerAddress(document), scope, name = 'default', prefix: given = '', offline = false } = options;
  const prefix = normalPrefix(given);
  claimPrefix(prefix, name);
  const place = workerPlace(worker, scope, document.baseURI);
  const registration = await registerWorker(place);
  const fetch = patientFetch(registration);
  const call = workerControl(fetch, place.script, name);
  const { worker: _, scope: __, ...ofCluster } = options;
  const seeded = await startInWorker(registration, call, { ...ofCluster, name, prefix, offline }).catch(
    (error: unknown) => {
      releasePrefix(prefix);
      throw error;
    },
  );
  if (seeded === 'kept') console.info(EDITED_SEED);
  return pageCluster({
    ...{ name, prefix, fetch, call, seeded, users: options.users },
    origin: place.script.origin,
    storedOffline: offline ? storePage(call) : Promise.resolve(false),
  });
}
