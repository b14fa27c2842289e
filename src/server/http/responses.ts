import { binaryText } from '../../api/encoding/base64.ts';
import { parseJson } from '../../api/encoding/exact-json.ts';
import { goJson } from '../../api/encoding/go-json.ts';
import { utf8Bytes } from '../../api/encoding/utf8.ts';
import type { ApiResponse } from '../../api/messages/api-messages.ts';
import { apiResponse } from '../../api/messages/api-response.ts';
import type { HeaderList } from '../../api/messages/header-list.ts';
import type { Status } from '../../api/status.ts';

/** Returns a JSON response that ends in a line feed, like the real server's. */
export const jsonResponse = (code: number, body: unknown, headers: Record<string, string> = {}): ApiResponse =>
  apiResponse(code, `${typeof body === 'string' ? body : goJson(body)}\n`, {
    'content-type': 'application/json',
    ...headers,
  });

/** Returns indented JSON without a final line feed, like the real server's. */
export const prettyJson = (json: string): string => goJson(parseJson(json), 2);

export const textResponse = (code: number, text: string, headers: Record<string, string> = {}): ApiResponse =>
  apiResponse(code, text, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    ...headers,
  });

/** Returns the response for a path that is not served. */
export const pageNotFound = (): ApiResponse => textResponse(404, '404 page not found\n');

/** Returns the Status for a deletion that has no object to return. */
export const deletedStatus = (details: Status['details']): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  ...(details ? { details } : {}),
});

const CONTROL = /\p{Cc}/u;

/**
 * Adds `Warning: 299 - "text"` headers, without duplicates. Headers hold bytes, so text is encoded as UTF-8. Like the
 * real server, it drops texts with control characters, which headers cannot hold.
 */
export function addWarnings(headers: HeaderList, warnings: readonly string[]): void {
  for (const text of new Set(warnings)) {
    if (CONTROL.test(text)) continue;
    const quoted = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
    headers.append('warning', `299 - "${binaryText(utf8Bytes(quoted))}"`);
  }
}
