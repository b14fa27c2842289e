import type { Fetch } from '../../api/environment.ts';

/** Beside what is on by default, the page's cluster has policies, which the admission lab is about. */
const SETTINGS = {
  'runtime-config': 'admissionregistration.k8s.io/v1beta1=true',
  'feature-gates': 'ValidatingAdmissionPolicy=true',
};
const WORKER_URL = `/sw.js?${new URLSearchParams(SETTINGS)}`;
/** Milliseconds after which a worker that has not taken control is given up. */
const PATIENCE = 15_000;
/** Remembers over one reload that it was tried, so that a page never reloads in a circle. */
const RELOADED = 'tabplane.reloaded-for-worker';

/**
 * Registers the worker, waits until it answers this page, on a first visit without a reload, and gives what asks it.
 * @throws Error in words for a person: what is missing and what can be done.
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
    // After an update the page can be controlled by a worker that gets no fetches: only navigation mends that.
    void isAnsweredByWorker().then((isAnswered) => (isAnswered ? undefined : location.reload()));
  });
  return patientFetch(registration);
}

/**
 * Asks the worker. While a newer one takes over, requests wait until it has: each would keep the older one from being
 * stopped. As long as the newer one is only being installed, which may be a long download, the older one answers.
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

/** Resolves when the newer worker has taken over or was given up, or after `PATIENCE`: then the older one goes on answering. */
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
    ? 'This browser offers no service workers here. Private windows and strict privacy settings switch them off: open the page in a normal window, or in another browser.'
    : `Service workers need a secure address, and ${location.origin} is none. Open the page over https, or as http://localhost.`;
}

/** A hard reload leaves the page without a controller though the worker is active: it is asked to claim the page. */
async function controlled(registration: ServiceWorkerRegistration): Promise<void> {
  if (navigator.serviceWorker.controller) return;
  const taken = new Promise<void>((resolve, reject) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
    setTimeout(() => reject(new Error('The worker was installed but did not take over this page in time.')), PATIENCE);
  });
  registration.active?.postMessage('claim');
  await taken;
}

async function isAnsweredByWorker(): Promise<boolean> {
  const response = await fetch('/version', { cache: 'no-store' }).catch(() => undefined);
  return response?.headers.get('x-tabplane') === 'worker';
}

/** Never resolves: the page goes away. */
function reloadOnce(): Promise<never> {
  if (sessionStorage.getItem(RELOADED)) {
    throw new Error(
      'The worker controls this page but does not answer it. Closing every other tab of it usually helps.',
    );
  }
  sessionStorage.setItem(RELOADED, 'yes');
  location.reload();
  return new Promise(() => undefined);
}
