import type { ServiceWorkerScope, WorkerMessageEvent } from './service-worker-scope.ts';

/** Listens to messages from pages of the worker's origin. Browsers currently deliver no others. */
export function onOwnMessage(
  scope: Pick<ServiceWorkerScope, 'registration' | 'addEventListener'>,
  listener: (event: WorkerMessageEvent) => void,
): void {
  scope.addEventListener('message', (event) => {
    if (event.origin === new URL(scope.registration.scope).origin) listener(event);
  });
}
