import type { SandboxMessage } from '../sandbox-messages.ts';

/** Opens threads that run the code of local services, for the service worker, which cannot open threads. */
export function offerSandboxes(): void {
  const threads = new Map<string, Worker>();
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<SandboxMessage>) => {
    const {
      data,
      ports: [port],
    } = event;
    // Only the worker of this page may open threads; browsers deliver no other messages here today.
    if (event.origin !== location.origin || !(event.source instanceof ServiceWorker)) return;
    if (data.type === 'open-sandbox' && port) {
      const thread = new Worker(new URL('../worker/sandbox-thread.ts', import.meta.url), { type: 'module' });
      thread.postMessage(port, [port]);
      threads.set(data.name, thread);
    } else if (data.type === 'end-sandbox') {
      threads.get(data.name)?.terminate();
      threads.delete(data.name);
    }
  });
}
