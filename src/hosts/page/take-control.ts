import { CLAIM } from './worker-messages.ts';

/** Milliseconds to wait for a worker to take control. */
export const PATIENCE = 15_000;

/** Returns why service workers are unavailable, and what to do. */
export const unavailableText = (): string =>
  window.isSecureContext
    ? 'Service workers are not available in this browser. Private windows and strict privacy settings disable them: open the page in a normal window or in another browser.'
    : `Service workers need a secure address, and ${location.origin} is not secure. Open the page over https or as http://localhost.`;

/**
 * Resolves when the worker of a registration controls this page. After a hard reload, the page has no controller
 * although the worker is active, so the worker is asked to claim the page.
 * @throws Error when it does not take control in time
 */
export async function takeControl(registration: ServiceWorkerRegistration): Promise<void> {
  const { serviceWorker } = navigator;
  const isControlled = (): boolean =>
    serviceWorker.controller !== null && serviceWorker.controller.scriptURL === registration.active?.scriptURL;
  if (isControlled()) return;
  await new Promise<void>((resolve, reject) => {
    serviceWorker.addEventListener('controllerchange', () => (isControlled() ? resolve() : undefined));
    setTimeout(
      () => reject(new Error('The service worker was installed but did not take control of this page in time.')),
      PATIENCE,
    );
    registration.active?.postMessage(CLAIM);
  });
}

/**
 * Resolves when a newer worker has taken over or was discarded. Also resolves after `PATIENCE`, when the older one
 * continues to answer.
 */
export async function handedOver(newer: ServiceWorker | null): Promise<void> {
  if (!newer) return;
  const isOver = (): boolean => newer.state === 'activated' || newer.state === 'redundant';
  if (isOver()) return;
  await new Promise<void>((resolve) => {
    newer.addEventListener('statechange', () => (isOver() ? resolve() : undefined));
    setTimeout(resolve, PATIENCE);
  });
}
