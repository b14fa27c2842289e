import { request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Fetch } from '../../api/environment.ts';
import type { ApiResponse } from '../../api/messages/api-messages.ts';
import { apiResponse } from '../../api/messages/api-response.ts';
import { isResponse } from '../../api/realms.ts';
import { StatusError } from '../../api/status.ts';
import type { ConnectionInfo } from '../../authentication/authenticator.ts';
import { fetchResponse, responseOfFetch } from '../../server/http/fetch/fetch-messages.ts';
import { checkedConnection } from './checked-connection.ts';
import { destroyLater } from './discard-rest.ts';
import { headerLines, reasonOf, tlsOptions, toResponse } from './outgoing-fetch.ts';
import { statusResponse } from './refused-request.ts';
import { requestOf } from './request-of.ts';
import type { Served } from './served.ts';
import { serveSimulated } from './streaming/serve-simulated.ts';
import { upgradeToMessages } from './streaming/upgrade-to-messages.ts';

/** The ways to upgrade a connection. */
type Upgrades = Required<Pick<ConnectionInfo, 'tunnel' | 'sendMessages'>>;

/** Answers an upgrade request, given the message from which it was created. */
export type AnswerUpgrade = (request: Request, incoming: IncomingMessage, upgrades: Upgrades) => Promise<ApiResponse>;

/** How long clients may take to confirm that their WebSocket is closed when the server closes, in milliseconds. */
const CLOSE_TIMEOUT = 1000;

/**
 * Answers upgrade requests (exec, attach, port-forward, and watches and logs over WebSocket): Node emits their sockets
 * instead of handling them as requests. Requests that are not upgraded get an ordinary response on the socket, which is
 * then closed. Returns a function that closes all connections.
 */
export function serveUpgrades(
  server: Server,
  origin: string,
  kubelets: Pick<Served, 'upgrade'>,
  answer: AnswerUpgrade,
): () => void {
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
    const request = requestOf(incoming, origin, (length) => bodyOf(client, length), gone.signal);
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
  (request: Request, client: Client): Upgrades['sendMessages'] =>
  (response, kind) => {
    const rejection = upgradeToMessages(request, fetchResponse(response), kind, client);
    client.isJoined = client.closesItself = !rejection;
    return rejection ? responseOfFetch(rejection) : apiResponse(200);
  };

/** Serves connections to simulated nodes in the process, and opens a tunnel for all others. */
const simulatedTunnel =
  (kubelets: Pick<Served, 'upgrade'>, client: Client, outside: Fetch): Fetch =>
  async (request, ...connection) => {
    const target = await kubelets.upgrade(request);
    if (!target) return outside(request, ...connection);
    const rejection = isResponse(target) ? target : serveSimulated(request, target, client);
    client.isJoined = !rejection;
    return rejection ?? new Response(null);
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
function writeResponse(socket: Duplex, answered: ApiResponse): void {
  const response = fetchResponse(answered);
  socket.on('end', () => socket.destroy()).resume();
  socket.on('finish', () => destroyLater(socket));
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.set('connection', 'close');
  socket.write(headText(response.status, response.statusText, headers));
  if (!response.body) {
    socket.end();
    return;
  }
  const body = Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
  body.on('error', () => socket.destroy());
  socket.on('close', () => body.destroy());
  body.pipe(socket);
}
