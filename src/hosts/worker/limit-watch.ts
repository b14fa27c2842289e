/** Seconds after which a watch ends cleanly: an open stream would hold up the next version of the worker, and a killed worker gives no clean end. */
const MAXIMUM_WATCH_SECONDS = 240;

/** Whether the answer will be a stream that stays open. */
export const isWatch = (request: Request, url: URL): boolean =>
  request.method === 'GET' && (url.searchParams.has('watch') || url.pathname.includes('/watch/'));

/** The request of a watch, asking for no more time than a worker should give. What is no number is for the server to refuse. */
export function limitWatch(request: Request, url: URL): Request {
  const text = url.searchParams.get('timeoutSeconds') ?? '0';
  const wanted = Number(text);
  if (text === '' || Number.isNaN(wanted) || (wanted !== 0 && wanted < MAXIMUM_WATCH_SECONDS)) return request;
  const target = new URL(url);
  target.searchParams.set('timeoutSeconds', String(MAXIMUM_WATCH_SECONDS));
  return new Request(target, { headers: request.headers });
}
