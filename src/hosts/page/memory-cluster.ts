import { type Fetch, uuid } from '../../api/environment.ts';
import { SandboxThreads } from '../../local-services/sandbox-threads.ts';
import { createMemoryStorage } from '../../storage/memory-storage.ts';
import type { AppFiles } from '../app-files.ts';
import { SOCKETS_PATH } from '../clusters-protocol.ts';
import { FIRST_REVISION, systemClock, systemRandom } from '../platform.ts';
import { startedThread } from '../sandbox-port.ts';
import { answerCall } from '../worker/calls/answer-call.ts';
import { serveCluster } from '../worker/open-worker-cluster.ts';

/**
 * Starts a cluster in the memory of this page, for browsers that block storage. Returns the function that sends requests
 * to it. Calls of its server to other origins are subject to the page's policy.
 * @param settings see `serveCluster`
 */
export async function startMemoryCluster(settings: URLSearchParams): Promise<Fetch> {
  const page = uuid(systemRandom);
  const capabilities = { sandbox: new SandboxThreads(openThread, systemClock), loadDescriptions };
  const storage = await createMemoryStorage({ firstRevision: FIRST_REVISION });
  const cluster = await serveCluster(settings, capabilities, { dialect: 'cluster', awaitsConsent: false }, { storage });
  return (request) =>
    new URL(request.url).pathname === SOCKETS_PATH
      ? answerCall(request, ({ method, arguments: parameters }, signal) =>
          cluster.sockets.run(method, parameters, page, signal),
        )
      : cluster.answer(request);
}

function openThread() {
  const thread = new Worker(new URL('../worker/sandbox-thread.ts', import.meta.url), { type: 'module' });
  const { port1, port2 } = new MessageChannel();
  thread.postMessage(port2, [port2]);
  return startedThread(port1, { end: () => thread.terminate() });
}

/** The address of the descriptions has a hash, which the list of the app's files has. */
async function loadDescriptions() {
  const files = import.meta.env.DEV ? {} : ((await (await fetch('/app-files.json')).json()) as AppFiles);
  const path = Object.keys(files).find((name) => name.startsWith('/assets/descriptions-'));
  const response = await fetch(path ?? '/descriptions.json');
  if (!response.ok) throw new TypeError(`the descriptions were answered with status ${response.status}`);
  return response.json();
}
