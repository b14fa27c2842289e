import { setupWorker } from 'msw/browser';
import { Informer } from '../../src/client/informer.ts';
import { objectSource } from '../../src/client/object-source.ts';
import { createApiClient } from '../../src/hosts/client.ts';
import { createMemoryStorage, createServer, type Server, systemClock, systemRandom } from '../../src/hosts/core.ts';
import { clusterHandlers } from '../../src/hosts/msw/msw.ts';

const newServer = async (): Promise<Server> =>
  createServer({
    storage: await createMemoryStorage(),
    clock: systemClock,
    random: systemRandom,
    fetch: () => Promise.reject(new Error('no outgoing requests in this test')),
    flags: { 'token-auth-file': 'secret,admin,admin,"system:masters"\n' },
  });

const server = newServer();
const worker = setupWorker(
  ...clusterHandlers(server),
  ...clusterHandlers(newServer(), { prefix: '/k8s/clusters/other' }),
);

const configMaps = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };

/** Follows ConfigMaps with an informer whose client does not depend on MSW. Returns a function for their names. */
function followConfigMaps(): () => string[] {
  const client = createApiClient({
    fetch: (request) => fetch(request),
    baseUrl: '',
    headers: () => ({ authorization: 'Bearer secret' }),
    createRequest: (path, init) => new Request(path, init),
  });
  const informer = new Informer({ source: objectSource(client, configMaps), clock: systemClock, random: systemRandom });
  void informer.run(new AbortController().signal);
  return () => informer.list().map(({ metadata }) => metadata.name ?? '');
}

/** Receives the messages of a WebSocket. */
function openSocket(
  address: string,
  protocols: string[],
): { messages: string[]; closed: { code?: number; reason?: string } } {
  const messages: string[] = [];
  const closed: { code?: number; reason?: string } = {};
  const socket = new WebSocket(address, protocols);
  socket.onmessage = ({ data }) => messages.push(String(data));
  socket.onclose = ({ code, reason }) => void Object.assign(closed, { code, reason });
  return { messages, closed };
}

const openStreams = async (): Promise<number> => (await server).openStreams;

Object.assign(globalThis, {
  mocking: { start: () => worker.start(), followConfigMaps, openSocket, openStreams },
});
