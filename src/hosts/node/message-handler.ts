import { once } from 'node:events';
import type { Server as HttpServer, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiResponse } from '../../api/messages/api-messages.ts';
import { isTarget } from './node-request.ts';
import { sendResponse } from './send-response.ts';

/** Answers a message. Undefined breaks the connection. */
type AnswerMessage = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<ApiResponse | undefined>;

/** Returns the request listener of a Node server. */
export const messageHandler =
  (answer: AnswerMessage): RequestListener =>
  (incoming, outgoing) => {
    if (isTarget(incoming.url ?? '/'))
      answer(incoming, outgoing)
        .then((response) => (response ? sendResponse(response, incoming, outgoing) : void outgoing.destroy()))
        .catch(() => fail(outgoing, 500));
    else fail(outgoing, 400);
  };

function fail(outgoing: ServerResponse, status: number): void {
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  outgoing.statusCode = status;
  outgoing.end();
}

/** The address of a server. A port of 0 selects a free one. */
interface Port {
  readonly port: number;
  readonly hostname: string;
  readonly scheme: 'http' | 'https';
}

/**
 * Starts listening and returns the server's URL without a trailing slash.
 * @throws Error of the platform when it cannot listen
 */
export async function startListening(server: HttpServer, { port, hostname, scheme }: Port): Promise<string> {
  await once(server.listen({ port, host: hostname, exclusive: true }), 'listening');
  const { address, port: chosen } = server.address() as AddressInfo;
  return `${scheme}://${address.includes(':') ? `[${address}]` : address}:${chosen}`;
}

/** Closes a server and its connections. */
export const stopListening = (server: HttpServer): Promise<void> =>
  new Promise((resolve, reject) => {
    // An HTTP/2 server has no such method.
    if ('closeAllConnections' in server) server.closeAllConnections();
    if (server.listening) server.close((error) => (error ? reject(error) : resolve()));
    else resolve();
  });
