import type { Fetch } from '../../api/environment.ts';

/** Besides the defaults, the page's cluster enables policies, which the admission lab needs. */
const SETTINGS = {
  'runtime-config': 'admissionregistration.k8s.io/v1beta1=true',
  'feature-gates': 'ValidatingAdmissionPolicy=true',
};
const WORKER_URL = `/sw.js?${new URLSearchParams(SETTINGS)}`;
/** Milliseconds to wait for a worker to take control. */
const PATIENCE = 15_000;
/** Remembers an attempted reload, so that a page never reloads in a loop. */
const RELOADED = 'tabplane.reloaded-for-worker';

/**
 * Registers the worker, waits until it answers this page (on a first visit without a reload) and returns a fetch
 * function for it.
 * @throws Error for the user: what is missing and what to do
 */
export async function connectToWorker(): Promise<Fetch> {
  if (!('serviceWorker' in navigator)) throw new Error(unavailableText());
  const registration = await navigator.serviceWorker.register(WORKER_URL, {
    scope: '/',
    type: import.meta.env.DEV ? 'module' : 'classic',
    updateViaCache: 'none',
  });
  await controlled(registration);
  if (!(await isAnsweredByWorker())) await reloadOnce();
  sessionStorage.removeItem(RELOADED);
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // After an update, the page's worker may get no fetch events. Only a navigation fixes that.
    void isAnsweredByWorker().then((isAnswered) => (isAnswered ? undefined : location.reload()));
  });
  return patientFetch(registration);
}

/**
 * Sends requests to the worker. While a newer worker takes over they wait, because each would keep the older one from
 * being stopped. While the newer one is only being installed, which may be a long download, the older one answers.
 */
function patientFetch(registration: ServiceWorkerRegistration): Fetch {
  let handover = handedOver(registration.waiting);
  const follow = (newer: ServiceWorker | null): void =>
    newer?.addEventListener('statechange', () => {
      if (newer.state === 'installed') handover = handedOver(newer);
    });
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
  return async (request) => {
    await handover;
    return fetch(request);
  };
}

/**
 * Resolves when the newer worker has taken over or was discarded, or after `PATIENCE`, when the older one continues to
 * answer.
 */
async function handedOver(newer: ServiceWorker | null): Promise<void> {
  if (!newer) return;
  const isOver = (): boolean => newer.state === 'activated' || newer.state === 'redundant';
  await new Promise<void>((resolve) => {
    newer.addEventListener('statechange', () => (isOver() ? resolve() : undefined));
    setTimeout(resolve, PATIENCE);
  });
}

function unavailableText(): string {
  return window.isSecureContext
    ? 'Service workers are not available in this browser. Private windows and strict privacy settings disable them: open the page in a normal window or in another browser.'
    : `Service workers need a secure address, and ${location.origin} is not secure. Open the page over https or as http://localhost.`;
}

/** After a hard reload the page has no controller although the worker is active. Asks the worker to claim it. */
async function controlled(registration: ServiceWorkerRegistration): Promise<void> {
  if (navigator.serviceWorker.controller) return;
  const taken = new Promise<void>((resolve, reject) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
    setTimeout(
      () => reject(new Error('The service worker was installed but did not take control of this page in time.')),
      PATIENCE,
    );
  });
  registration.active?.postMessage('claim');
  await taken;
}

async function isAnsweredByWorker(): Promise<boolean> {
  const response = await fetch('/version', { cache: 'no-store' }).catch(() => undefined);
  return response?.headers.get('x-tabplane') === 'worker';
}

/** Never resolves, because the page unloads. */
function reloadOnce(): Promise<never> {
  if (sessionStorage.getItem(RELOADED)) {
    throw new Error(
      'The service worker controls this page but does not respond. Closing all other tabs of this site usually helps.',
    );
  }
  sessionStorage.setItem(RELOADED, 'yes');
  location.reload();
  return new Promise(() => undefined);
}
