import type { RequestHeaders } from '../../../api/messages/api-messages.ts';
import { isUserHeader } from '../../aggregation/user-headers.ts';

/** Credentials of the client. Cookies belong to the origin of whatever runs the server, not to the target. */
const CREDENTIALS = ['authorization', 'cookie', 'cookie2', 'proxy-authorization'];

/** Hop-by-hop headers: those of the client's connection do not apply to the next one. */
const OF_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
];

/** Headers that describe the message as it was sent to this server. */
const OF_MESSAGE = ['host', 'content-length', 'accept-encoding', 'transfer-encoding', 'expect'];

const DROPPED: ReadonlySet<string> = new Set([...CREDENTIALS, ...OF_CONNECTION, ...OF_MESSAGE]);

/**
 * Returns the headers of a request that may be forwarded to another server: without credentials and asserted
 * identities.
 */
export function forwardedHeaders(headers: RequestHeaders): Headers {
  const named = listed(headers.get('connection'));
  const isKept = (name: string): boolean =>
    !DROPPED.has(name) && !named.includes(name) && !name.startsWith('impersonate-') && !isUserHeader(name);
  return new Headers([...headers].filter(([name]) => isKept(name)));
}

/** Like `forwardedHeaders`, for a connection that is upgraded together with the client's connection. */
export function tunnelHeaders(headers: RequestHeaders): Headers {
  const forwarded = forwardedHeaders(headers);
  forwarded.set('connection', 'Upgrade');
  forwarded.set('upgrade', headers.get('upgrade') ?? '');
  return forwarded;
}

const listed = (text: string | null): string[] => (text ?? '').split(',').map((name) => name.trim().toLowerCase());
