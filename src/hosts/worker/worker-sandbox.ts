import { uuid } from '../../api/environment.ts';
import { type SandboxThread, SandboxThreads } from '../../local-services/sandbox-threads.ts';
import { systemClock, systemRandom } from '../platform.ts';
import type { SandboxMessage } from '../sandbox-messages.ts';
import { startedThread } from '../sandbox-port.ts';
import type { ServiceWorkerScope } from './service-worker-scope.ts';

/** Creates a service worker's sandbox, which uses threads of the most recently used page. */
export const workerSandbox = (scope: Pick<ServiceWorkerScope, 'clients'>): SandboxThreads =>
  new SandboxThreads(() => openThread(scope.clients), systemClock);

async function openThread(clients: ServiceWorkerScope['clients']): Promise<SandboxThread> {
  const [page] = await clients.matchAll({ type: 'window' });
  if (!page) throw new Error('local services need an open page of this cluster to run in');
  const name = uuid(systemRandom);
  const { port1, port2 } = new MessageChannel();
  const send = (message: SandboxMessage, ...ports: MessagePort[]): void => page.postMessage(message, ports);
  send({ type: 'open-sandbox', name }, port2);
  return startedThread(port1, {
    isGone: async () => (await clients.get(page.id)) === undefined,
    end: () => send({ type: 'end-sandbox', name }),
  });
}
