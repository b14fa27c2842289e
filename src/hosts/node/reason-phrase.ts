import { STATUS_CODES } from 'node:http';

/**
 * Returns a response with the usual reason phrase for its status, which HTTP/1.1 clients show, unless it has one. The
 * response itself is changed, because a copy would make a stream of its body.
 */
export function withReasonPhrase(response: Response): Response {
  const value = response.statusText || STATUS_CODES[response.status] || '';
  return Object.defineProperty(response, 'statusText', { value });
}
