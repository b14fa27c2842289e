import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { goJson } from '../../api/encoding/go-json.ts';
import type { ApiResponse } from '../../api/messages/api-messages.ts';
import { apiResponse } from '../../api/messages/api-response.ts';
import { badRequest, methodNotAllowed, plainError, type StatusError } from '../../api/status.ts';
import { destroyLater } from './discard-rest.ts';

/** Returns a Status as a response that closes its connection. */
export function statusResponse({ status }: StatusError): ApiResponse {
  const headers = { 'content-type': 'application/json', 'x-content-type-options': 'nosniff', connection: 'close' };
  return apiResponse(status.code ?? 500, `${goJson(status)}\n`, headers);
}

/** Errors of Node's parser with a specific response, by code. All others are answered with 400. */
const PARSER_ERRORS: Readonly<Record<string, StatusError>> = {
  HPE_INVALID_METHOD: methodNotAllowed(),
  HPE_HEADER_OVERFLOW: plainError('request header fields too large', 431),
  ERR_HTTP_REQUEST_TIMEOUT: plainError('the request did not arrive in time', 408),
};

const MALFORMED = badRequest('the request is not valid HTTP/1.1');

/**
 * Answers messages that never become requests: malformed messages, unknown methods, requests that arrive too slowly,
 * and CONNECT. Failures of the listener itself, such as a lack of file descriptors, are reported and do not stop it.
 */
export function refuseMalformed(server: HttpServer): void {
  const refused = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Node's parser reports an error again for all data that follows it.
    if (refused.has(socket)) return;
    refused.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else endWith(socket, PARSER_ERRORS[error.code ?? ''] ?? MALFORMED);
  });
  // Over HTTP/2, Node passes a response in place of the socket.
  server.on('connect', (_incoming: IncomingMessage, target: Duplex) => {
    if (isSocket(target)) endWith(target, methodNotAllowed());
    else respondWith(target, methodNotAllowed());
  });
  server.on('error', ({ message }) => process.stderr.write(`tabplane: a connection was not accepted: ${message}\n`));
}

interface Http2Response {
  writeHead(status: number, headers: Readonly<Record<string, string>>): void;
  end(text: string): void;
}

const isSocket = (target: Duplex | Http2Response): target is Duplex => !('writeHead' in target);

function respondWith(response: Http2Response, { status }: StatusError): void {
  response.writeHead(status.code ?? 500, { 'content-type': 'application/json' });
  response.end(goJson(status));
}

function endWith(socket: Duplex, { status }: StatusError): void {
  const text = `${goJson(status)}\n`;
  const head = [
    `HTTP/1.1 ${status.code} ${status.reason ?? 'Refused'}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => destroyLater(socket));
}
