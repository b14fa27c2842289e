import { createHash } from 'node:crypto';
import { isWebSocketRequest } from '../../../../api/web-socket-request.ts';

/** From RFC 6455. */
const KEY_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const VERSION = '13';

/** Returns the response that rejects a request which cannot become a WebSocket; undefined for one that can. */
export function rejectHandshake({ method, headers }: Request): Response | undefined {
  if (method !== 'GET') return new Response('bad method', { status: 405 });
  if (!isWebSocketRequest(headers)) return new Response('not websocket protocol', { status: 400 });
  if (!headers.get('sec-websocket-key')) return new Response('mismatch challenge/response', { status: 400 });
  if (headers.get('sec-websocket-version') === VERSION) return undefined;
  return new Response('missing or bad WebSocket Version', {
    status: 400,
    headers: { 'sec-websocket-version': VERSION },
  });
}

/** Returns the headers that accept a WebSocket. `protocol` is empty when the client offers none. */
export function acceptedHandshake({ headers }: Request, protocol: string): [string, string][] {
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
