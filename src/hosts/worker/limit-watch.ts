/**
 * Seconds after which a watch ends cleanly: an open stream would delay the next version of the worker, and a killed
 * worker breaks its streams.
 */
const MAXIMUM_WATCH_SECONDS = 240;

/** Reports whether the response is a stream that stays open. */
export const isWatch = (request: Request, url: URL): boolean =>
  request.method === 'GET' && (url.searchParams.has('watch') || url.pathname.includes('/watch/'));

/** Returns the request with its timeout limited to the maximum. The server rejects invalid timeouts. */
export function limitWatch(request: Request, url: URL): Request {
  const text = url.searchParams.get('timeoutSeconds') ?? '0';
  const wanted = Number(text);
  if (text === '' || Number.isNaN(wanted) || (wanted !== 0 && wanted < MAXIMUM_WATCH_SECONDS)) return request;
  const target = new URL(url);
  target.searchParams.set('timeoutSeconds', String(MAXIMUM_WATCH_SECONDS));
  return new Request(target, { headers: request.headers });
}
