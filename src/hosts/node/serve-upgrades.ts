import { request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { Readable } from 'node:stream';
import type { Fetch } from '../../api/environment.ts';
import type { ApiRequest, ApiResponse, ChunkSource } from '../../api/messages/api-messages.ts';
import { apiResponse } from '../../api/messages/api-response.ts';
import { cancelBody, chunksOfBody } from '../../api/messages/body-text.ts';
import { isResponse } from '../../api/realms.ts';
import { badRequest, methodNotAllowed, StatusError } from '../../api/status.ts';
import type { ConnectionInfo } from '../../authentication/authenticator.ts';
import { fetchResponse } from '../../server/http/fetch/fetch-messages.ts';
import { checkedConnection } from './checked-connection.ts';
import { destroyLater } from './discard-rest.ts';
import { addressOf, isKnownMethod, isTarget, NodeHeaders } from './node-request.ts';
import { headerLines, reasonOf, tlsOptions, toResponse } from './outgoing-fetch.ts';
import { statusResponse } from './refused-request.ts';
import type { Served } from './served.ts';
import { serveSimulated } from './streaming/serve-simulated.ts';
import { upgradeToMessages } from './streaming/upgrade-to-messages.ts';

/** The ways to upgrade a connection. */
type Upgrades = Required<Pick<ConnectionInfo, 'tunnel' | 'sendMessages'>>;

/** Answers an upgrade request, given the message from which it was created. */
export type AnswerUpgrade = (
  request: ApiRequest,
  incoming: IncomingMessage,
  upgrades: Upgrades,
) => Promise<ApiResponse>;

/** How long clients may take to confirm that their WebSocket is closed when the server closes, in milliseconds. */
const CLOSE_TIMEOUT = 1000;

/**
 * Answers upgrade requests (exec, attach, port-forward, and watches and logs over WebSocket): Node emits their sockets
 * instead of handling them as requests. Requests that are not upgraded get an ordinary response on the socket, which is
 * then closed. Returns a function that closes all connections.
 */
export function serveUpgrades(server: Server, kubelets: Pick<Served, 'upgrade'>, answer: AnswerUpgrade): () => void {
  const sockets = new Map<Duplex, Client>();
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const gone = new AbortController();
    const client: Client = { socket, head, isJoined: false, closesItself: false };
    sockets.set(socket, client);
    socket.on('close', () => {
      sockets.delete(socket);
      gone.abort();
    });
    const request = requestOf(incoming, client, gone.signal);
    if (request instanceof StatusError) {
      writeResponse(socket, statusResponse(request));
      return;
    }
    const upgrades = {
      tunnel: simulatedTunnel(kubelets, client, tunnelTo(client)),
      sendMessages: messageSender(request, client),
    };
    answer(request, incoming, upgrades)
      .then((response) => (client.isJoined ? undefined : writeResponse(socket, response)))
      .catch(() => socket.destroy());
  });
  return () => {
    for (const [socket, { closesItself }] of sockets) {
      const timer = setTimeout(() => socket.destroy(), closesItself ? CLOSE_TIMEOUT : 0);
      socket.on('close', () => clearTimeout(timer));
    }
  };
}

const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Returns the request of an upgrade, or why it is rejected. */
function requestOf(incoming: IncomingMessage, client: Client, signal: AbortSignal): ApiRequest | StatusError {
  const { method = 'GET', url = '/', rawHeaders, headers: given } = incoming;
  if (!isKnownMethod(method)) return methodNotAllowed();
  const length = Number(given['content-length'] ?? 0);
  if (given['transfer-encoding'] !== undefined) return badRequest('an upgrade request cannot have a chunked body');
  if (length > 0 && WITHOUT_BODY.has(method)) return badRequest(`an upgrade request with ${method} cannot have a body`);
  const address = isTarget(url) ? addressOf(incoming) : undefined;
  if (!address) return badRequest(`invalid request target ${JSON.stringify(url)}`);
  const body = length > 0 ? ({ kind: 'chunks', chunks: chunksFrom(bodyOf(client, length)) } as const) : undefined;
  return { method, ...address, headers: new NodeHeaders(rawHeaders), body, signal };
}

const chunksFrom = (generator: AsyncGenerator<Uint8Array>): ChunkSource<Uint8Array> => ({
  next: async () => (await generator.next()).value,
  cancel: () => void generator.return(undefined),
});

/** Yields the body of a request, which Node does not read when the client would accept an upgrade (to HTTP/2). */
async function* bodyOf({ socket, head }: Client, length: number): AsyncGenerator<Buffer> {
  yield head.subarray(0, length);
  let missing = length - head.length;
  if (missing <= 0) return;
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    yield chunk.subarray(0, missing);
    missing -= chunk.length;
    if (missing <= 0) return;
  }
}

/** The client's side of a tunnel: its socket, and the bytes that it has already sent. */
interface Client {
  readonly socket: Duplex;
  readonly head: Buffer;
  isJoined: boolean;
  /** Whether the connection ends with the server's watches. */
  closesItself: boolean;
}

const messageSender =
  (request: ApiRequest, client: Client): Upgrades['sendMessages'] =>
  (response, kind) => {
    const rejection = upgradeToMessages(request, response, kind, client);
    client.isJoined = client.closesItself = !rejection;
    return rejection ?? apiResponse(200);
  };

/** Serves connections to simulated nodes in the process, and opens a tunnel for all others. */
const simulatedTunnel =
  (kubelets: Pick<Served, 'upgrade'>, client: Client, outside: Fetch): Fetch =>
  async (request, ...connection) => {
    const target = await kubelets.upgrade(request);
    if (!target) return outside(request, ...connection);
    if (isResponse(target)) return target;
    const rejection = serveSimulated(request, target, client);
    client.isJoined = !rejection;
    return rejection ? fetchResponse(rejection) : new Response(null);
  };

/** Opens the other side of a tunnel, and joins it to the client once it has accepted the upgrade. */
const tunnelTo =
  (client: Client): Fetch =>
  ({ url, method, headers }, trust, repeated) =>
    new Promise((resolve, reject) => {
      const target = new URL(url);
      const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
      const outgoing = send(target, {
        method,
        headers: headerLines(headers, repeated),
        ...tlsOptions(trust),
        ...checkedConnection(target, trust),
        agent: false,
      });
      client.socket.on('close', () => outgoing.destroy());
      outgoing.on('response', (incoming) => resolve(toResponse(incoming)));
      outgoing.on('error', (error) =>
        reject(error instanceof StatusError ? error : new TypeError(reasonOf(error, target), { cause: error })),
      );
      outgoing.on('upgrade', (incoming, upstream, head) => {
        client.isJoined = true;
        join(client, incoming, upstream, head);
        resolve(new Response(null));
      });
      outgoing.end();
    });

/** Forwards the acceptance of the upgrade, then all bytes in both directions, until either side closes. */
function join({ socket, head: sent }: Client, agreement: IncomingMessage, upstream: Duplex, head: Buffer): void {
  upstream.on('error', () => socket.destroy());
  upstream.on('close', () => socket.destroy());
  socket.on('close', () => upstream.destroy());
  socket.write(headText(agreement.statusCode ?? 101, agreement.statusMessage ?? '', pairs(agreement.rawHeaders)));
  socket.write(head);
  upstream.write(sent);
  socket.pipe(upstream).pipe(socket);
}

const pairs = (rawHeaders: readonly string[]): [string, string][] =>
  rawHeaders.flatMap((name, index): [string, string][] => (index % 2 ? [] : [[name, rawHeaders[index + 1] ?? '']]));

const headText = (status: number, text: string, headers: Iterable<readonly [string, string]>): string =>
  `HTTP/1.1 ${status} ${text}\r\n${[...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;

/** Writes a response that closes the connection, and stops when the client disconnects. */
function writeResponse(socket: Duplex, { status, statusText, headers, body }: ApiResponse): void {
  socket.on('end', () => socket.destroy()).resume();
  socket.on('finish', () => destroyLater(socket));
  const kept = [...headers].filter(([name]) => name !== 'content-length' && name !== 'connection');
  socket.write(headText(status, statusText, [['connection', 'close'], ...kept]));
  const content = Readable.from(chunksOfBody(body), { objectMode: false });
  content.on('error', () => socket.destroy());
  socket.on('close', () => {
    cancelBody(body);
    content.destroy();
  });
  content.pipe(socket);
}
