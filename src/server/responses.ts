import type { Status, StatusError } from '../api/status.ts';

/** A JSON answer, ended by a line feed as the real server's are. */
export const jsonResponse = (code: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(`${typeof body === 'string' ? body : JSON.stringify(body)}\n`, {
    status: code,
    headers: { 'content-type': 'application/json', ...headers },
  });

export const textResponse = (code: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(text, {
    status: code,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff', ...headers },
  });

/** A path that nothing serves. */
export const pageNotFound = (): Response => textResponse(404, '404 page not found\n');

export function statusErrorResponse(error: StatusError): Response {
  const retryAfter = error.status.details?.retryAfterSeconds;
  return jsonResponse(error.code, error.status, {
    ...(retryAfter ? { 'retry-after': String(retryAfter) } : {}),
    ...error.headers,
  });
}

/** The answer to a delete that has no object to show. */
export const deletedStatus = (details: Status['details']): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  ...(details ? { details } : {}),
});

/** Adds `Warning: 299 - "text"` headers; equal texts once. */
export function withWarnings(response: Response, warnings: readonly string[]): Response {
  if (warnings.length === 0) return response;
  const headers = new Headers(response.headers);
  for (const text of new Set(warnings))
    headers.append('warning', `299 - "${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`);
  return new Response(response.body, { status: response.status, headers });
}
