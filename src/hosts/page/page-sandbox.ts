import type { SandboxMessage } from '../sandbox-messages.ts';

/** Opens threads that run the code of local services, for the service worker, which cannot open any. */
export function offerSandboxes(): void {
  const threads = new Map<string, Worker>();
  navigator.serviceWorker.addEventListener('message', ({ data, ports: [port] }: MessageEvent<SandboxMessage>) => {
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
