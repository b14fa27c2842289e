import type { Fetch } from '../../api/environment.ts';
import { isError } from '../../api/realms.ts';
import { CLUSTERS_PATH } from '../clusters-protocol.ts';
import { listRequest } from './page-clusters.ts';
import { patientFetch } from './patient-fetch.ts';
import { forgetReload, reloadOnce } from './reload-once.ts';
import { StorageBlockedError } from './storage-blocked.ts';
import { takeControl, unavailableText } from './take-control.ts';
import { ANSWERED_BY } from './worker-messages.ts';

/** In addition to the defaults, the page's cluster enables policies, which the admission lab needs. */
export const SETTINGS = new URLSearchParams({
  'runtime-config': 'admissionregistration.k8s.io/v1beta1=true',
  'feature-gates': 'ValidatingAdmissionPolicy=true,WatchList=true',
});
const WORKER_URL = `/sw.js?${SETTINGS}`;

/** Names of errors with which browsers refuse a worker because of a setting. */
const REFUSALS: ReadonlySet<string> = new Set(['SecurityError', 'NotSupportedError']);

/**
 * Registers the worker, waits until it answers this page (on a first visit without a reload) and returns a fetch
 * function for it.
 * @throws StorageBlockedError when the browser allows no worker; Error for the user that says what is missing and what to do
 */
export async function connectToWorker(): Promise<Fetch> {
  if (!window.isSecureContext) throw new Error(unavailableText());
  if (!('serviceWorker' in navigator)) throw new StorageBlockedError('service workers are not available');
  const registration = await ownRegistration().catch((error: unknown) => {
    if (isError(error) && REFUSALS.has(error.name)) throw new StorageBlockedError(error.message, { cause: error });
    throw error;
  });
  await takeControl(registration);
  if (!(await isAnsweredByWorker())) await reloadOnce();
  forgetReload();
  navigator.serviceWorker.addEventListener('controllerchange', async () => {
    // After an update, the page's worker may receive no fetch events. Only a navigation fixes that. A page whose worker was
    // removed has to say first that its cluster is lost.
    if (!(await isAnsweredByWorker()) && !(await isWorkerGone())) location.reload();
  });
  return patientFetch(registration);
}

/**
 * Returns the registration of the worker. To register a worker again would wait for the check for a newer one that the
 * previous page of the tab began, for seconds while the app is being stored.
 */
async function ownRegistration(): Promise<ServiceWorkerRegistration> {
  const { serviceWorker } = navigator;
  const registered = await serviceWorker.getRegistration();
  if (registered?.active?.scriptURL === new URL(WORKER_URL, location.origin).href) return registered;
  const type = import.meta.env.DEV ? 'module' : 'classic';
  return serviceWorker.register(WORKER_URL, { scope: '/', type, updateViaCache: 'none' });
}

/** Reports whether the browser has removed the service worker, as it does with all data of a site. */
export const isWorkerGone = async (): Promise<boolean> =>
  (await navigator.serviceWorker.getRegistration()) === undefined;

async function isAnsweredByWorker(): Promise<boolean> {
  // This is not a path of the API, because the cluster of the page is not known yet.
  const response = await fetch(listRequest(CLUSTERS_PATH)).catch(() => undefined);
  return response?.headers.get(ANSWERED_BY) === 'worker';
}
