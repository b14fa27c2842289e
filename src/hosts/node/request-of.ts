import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { badRequest, methodNotAllowed, type StatusError } from '../../api/status.ts';

/** Methods that no `Request` can have. */
const UNREPRESENTABLE: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Reports whether the server supports a method at all. */
export const isKnownMethod = (method = 'GET'): boolean => !UNREPRESENTABLE.has(method);

/**
 * Returns the request of a message that Node leaves to its listener, such as an upgrade, or why it is rejected.
 * @param bodyOf yields the given number of bytes of the body, which Node does not read
 */
export function requestOf(
  { method = 'GET', url = '/', rawHeaders, headers: given }: IncomingMessage,
  origin: string,
  bodyOf: (length: number) => AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Request | StatusError {
  if (!isKnownMethod(method)) return methodNotAllowed();
  const length = Number(given['content-length'] ?? 0);
  if (given['transfer-encoding'] !== undefined) return badRequest('an upgrade request cannot have a chunked body');
  if (length > 0 && WITHOUT_BODY.has(method)) return badRequest(`an upgrade request with ${method} cannot have a body`);
  const address = addressOf(url, origin);
  if (!address) return badRequest(`invalid request target ${JSON.stringify(url)}`);
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  const body = length > 0 ? Readable.toWeb(Readable.from(bodyOf(length))) : null;
  return new Request(address, { method, headers, signal: signal ?? null, body, duplex: 'half' } as RequestInit);
}

/** Returns the URL of a request target at an origin: of a path, even one with two leading slashes, or of a full URL. */
function addressOf(target: string, origin: string): URL | undefined {
  const text = target.startsWith('/') ? origin.replace(/\/$/, '') + target : target;
  if (!URL.canParse(text)) return undefined;
  const { protocol, pathname, search } = new URL(text);
  return /^https?:$/.test(protocol) ? new URL(origin.replace(/\/$/, '') + pathname + search) : undefined;
}
