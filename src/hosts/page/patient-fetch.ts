import type { Fetch } from '../../api/environment.ts';
import { handedOver } from './take-control.ts';

/**
 * Sends requests to the worker. They wait while a newer worker takes over, because each request would keep the older
 * one from being stopped. While the newer one is still being installed, which may include a long download, the older
 * one answers.
 */
export function patientFetch(registration: ServiceWorkerRegistration): Fetch {
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
