import { binaryText } from '../../api/encoding/base64.ts';
import { utf8Bytes } from '../../api/encoding/utf8.ts';
import type { Status } from '../../api/status.ts';

/** A JSON answer, ended by a line feed as the real server's are. */
export const jsonResponse = (code: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(`${typeof body === 'string' ? body : JSON.stringify(body)}\n`, {
    status: code,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** JSON as people read it; without a line feed at its end, as the real server's is. */
export const prettyJson = (json: string): string => JSON.stringify(JSON.parse(json), null, 2);

export const textResponse = (code: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(text, {
    status: code,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff', ...headers },
  });

/** A path that nothing serves. */
export const pageNotFound = (): Response => textResponse(404, '404 page not found\n');

/** The answer to a delete that has no object to show. */
export const deletedStatus = (details: Status['details']): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  ...(details ? { details } : {}),
});

const CONTROL = /\p{Cc}/u;

/**
 * Adds `Warning: 299 - "text"` headers; equal texts once. A header holds bytes: the text goes out as UTF-8. What has
 * control characters in it cannot go into a header and is left out, as the real server leaves it out.
 */
export function withWarnings(response: Response, warnings: readonly string[]): Response {
  if (warnings.length === 0) return response;
  const headers = new Headers(response.headers);
  for (const text of new Set(warnings)) {
    if (CONTROL.test(text)) continue;
    const quoted = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
    headers.append('warning', `299 - "${binaryText(utf8Bytes(quoted))}"`);
  }
  return new Response(response.body, { status: response.status, headers });
}
