import { createHash } from 'node:crypto';
import type { ApiRequest, ApiResponse } from '../../../../api/messages/api-messages.ts';
import { apiResponse } from '../../../../api/messages/api-response.ts';
import { isWebSocketRequest } from '../../../../api/web-socket-request.ts';

/** From RFC 6455. */
const KEY_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const VERSION = '13';

/** Returns a response with a text. Header names must be in lower case. */
export const textResponse = (
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse => apiResponse(status, text, { 'content-type': 'text/plain;charset=UTF-8', ...headers });

/** Returns the response that rejects a request which cannot become a WebSocket; undefined for one that can. */
export function rejectHandshake({ method, headers }: Pick<ApiRequest, 'method' | 'headers'>): ApiResponse | undefined {
  if (method !== 'GET') return textResponse(405, 'bad method');
  if (!isWebSocketRequest(headers)) return textResponse(400, 'not websocket protocol');
  if (!headers.get('sec-websocket-key')) return textResponse(400, 'mismatch challenge/response');
  if (headers.get('sec-websocket-version') === VERSION) return undefined;
  return textResponse(400, 'missing or bad WebSocket Version', { 'sec-websocket-version': VERSION });
}

/** Returns the headers that accept a WebSocket. `protocol` is empty when the client offers none. */
export function acceptedHandshake({ headers }: Pick<ApiRequest, 'headers'>, protocol: string): [string, string][] {
  const key = headers.get('sec-websocket-key') ?? '';
  const accept = createHash('sha1')
    .update(key + KEY_SUFFIX)
    .digest('base64');
  return [
    ['Upgrade', 'websocket'],
    ['Sec-WebSocket-Accept', accept],
    ...(protocol ? [['Sec-WebSocket-Protocol', protocol] satisfies [string, string]] : []),
  ];
}
