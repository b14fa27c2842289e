import type { ServiceWorkerScope, WorkerMessageEvent } from './service-worker-scope.ts';

/** Listens to the messages of pages of the worker's own origin. Browsers deliver no others today. */
export function onOwnMessage(
  scope: Pick<ServiceWorkerScope, 'registration' | 'addEventListener'>,
  listener: (event: WorkerMessageEvent) => void,
): void {
  scope.addEventListener('message', (event) => {
    if (event.origin === new URL(scope.registration.scope).origin) listener(event);
  });
}
