import { isRequest } from '../../api/realms.ts';
/**
 * Returns a request to a cluster. A path is a path of the API, below the cluster's prefix. The caller's headers take
 * precedence over the given ones.
 * @param base the origin and the prefix
 */
export function clusterRequest(
  input: string | URL | Request,
  init: RequestInit | undefined,
  base: string,
  headers = new Headers(),
): Request {
  const target = clusterUrl(isRequest(input) ? input.url : String(input), base);
  const request = new Request(isRequest(input) ? new Request(target, input) : target, init);
  for (const [name, value] of headers) if (!request.headers.has(name)) request.headers.set(name, value);
  return request;
}

/** @throws TypeError for an address of another origin */
function clusterUrl(given: string, base: string): string {
  const { origin, pathname } = new URL(base);
  const url = new URL(given, base);
  if (url.origin !== origin) throw new TypeError(`${given} is not an address of the cluster at ${base}`);
  const prefix = pathname.replace(/\/$/, '');
  return origin + (url.pathname.startsWith(`${prefix}/`) ? '' : prefix) + url.pathname + url.search;
}
