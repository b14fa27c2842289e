import type { Fetch } from '../../api/environment.ts';
import { CLUSTERS_PATH } from '../clusters-protocol.ts';
import { listRequest } from './page-clusters.ts';
import { patientFetch } from './patient-fetch.ts';
import { forgetReload, reloadOnce } from './reload-once.ts';
import { takeControl, unavailableText } from './take-control.ts';
import { ANSWERED_BY } from './worker-messages.ts';

/** In addition to the defaults, the page's cluster enables policies, which the admission lab needs. */
const SETTINGS = {
  'runtime-config': 'admissionregistration.k8s.io/v1beta1=true',
  'feature-gates': 'ValidatingAdmissionPolicy=true,WatchList=true',
};
const WORKER_URL = `/sw.js?${new URLSearchParams(SETTINGS)}`;

/**
 * Registers the worker, waits until it answers this page (on a first visit without a reload) and returns a fetch
 * function for it.
 * @throws Error for the user that says what is missing and what to do
 */
export async function connectToWorker(): Promise<Fetch> {
  if (!('serviceWorker' in navigator)) throw new Error(unavailableText());
  const registration = await navigator.serviceWorker.register(WORKER_URL, {
    scope: '/',
    type: import.meta.env.DEV ? 'module' : 'classic',
    updateViaCache: 'none',
  });
  await takeControl(registration);
  if (!(await isAnsweredByWorker())) await reloadOnce();
  forgetReload();
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // After an update, the page's worker may receive no fetch events. Only a navigation fixes that.
    void isAnsweredByWorker().then((isAnswered) => (isAnswered ? undefined : location.reload()));
  });
  return patientFetch(registration);
}

async function isAnsweredByWorker(): Promise<boolean> {
  // This is not a path of the API, because the cluster of the page is not known yet.
  const response = await fetch(listRequest(CLUSTERS_PATH)).catch(() => undefined);
  return response?.headers.get(ANSWERED_BY) === 'worker';
}
