import { MAXIMUM_BODY_BYTES } from '../../../api/encoding/read-stream.ts';
import type { OutgoingTrust } from '../../../api/environment.ts';
import { errorText } from '../../../api/error-text.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { apiResponse } from '../../../api/messages/api-response.ts';
import { forwardableBody } from '../../../api/messages/read-message.ts';
import { badRequest, StatusError, serviceUnavailable } from '../../../api/status.ts';
import type { Call } from '../../context/call.ts';
import { responseOfFetch } from '../../http/fetch/fetch-messages.ts';
import { foreignResponse } from '../../http/foreign-response.ts';
import { forwardedHeaders } from './forwarded-headers.ts';
import { withLinksBehindProxy } from './links-behind-proxy.ts';
import { isUpgrade, openTunnel } from './open-tunnel.ts';

/** The parts of a name in a proxy path, such as `web`, `web:80` or `https:web:443`. */
export interface ProxyTarget {
  readonly scheme: string;
  readonly name: string;
  /** A number or the name of a port. Empty when the path has none. */
  readonly port: string;
}

/**
 * Parses the name in a proxy path. `kind` is the noun for messages: `node`. @throws StatusError 400 when it is invalid
 */
export function readProxyTarget(kind: string, name: string): ProxyTarget {
  const [, scheme = '', target, port = ''] = /^(?:(https?|):)?([^:]+)(?::([^:]*))?$/.exec(name) ?? [];
  if (!target) throw badRequest(`invalid ${kind} request ${JSON.stringify(name)}`);
  return { scheme, name: target, port };
}

/** Returns the path behind `…/proxy` as sent: empty, or with a leading slash. */
export function pathBehindProxy({ url, info }: Call): string {
  const steps = url.pathname.split('/');
  const at = steps.length - info.parts.slice(3).length - (url.pathname.endsWith('/') ? 1 : 0);
  const rest = steps.slice(at).join('/');
  return rest || url.pathname.endsWith('/') ? `/${rest}` : '';
}

/**
 * Forwards a request to `origin` (`http://10.0.0.1:80`) and returns the response. An upgrade joins the two connections.
 * @throws StatusError 503 when the origin is unreachable
 */
export function proxyRequest(call: Call, origin: string, trust?: OutgoingTrust): Promise<ApiResponse> {
  if (isUpgrade(call)) return openTunnel(call, locationAt(call, origin), trust);
  return proxyTo(call, origin, (forwarded) => call.server.fetchInCluster(forwarded, trust));
}

/** Forwards a request with `send`, which supports no upgrades. */
export async function proxyTo(
  call: Call,
  origin: string,
  send: (forwarded: Request) => Promise<Response>,
): Promise<ApiResponse> {
  const { request, url } = call;
  const behind = pathBehindProxy(call);
  const target = locationAt(call, origin);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // Relative links in the response would otherwise leave the proxy's path.
  if (behind === '' && isRead) return apiResponse(301, undefined, { location: `${url.pathname}/${url.search}` });
  const { method, signal } = request;
  const headers = forwardedHeaders(request.headers);
  const body = isRead ? null : await forwardableBody(request.body, MAXIMUM_BODY_BYTES);
  const init = { method, headers, signal, body, redirect: 'manual', duplex: 'half' };
  const forwarded = new Request(target, init as RequestInit);
  const answer = await send(forwarded).catch((error: unknown) => {
    if (error instanceof StatusError) throw error;
    throw serviceUnavailable(`error trying to reach service: ${errorText(error)}`);
  });
  const passed = responseOfFetch(withLinksBehindProxy(answer, target, prefixOf(call)));
  return withLocationBehindProxy(call, foreignResponse(passed), target);
}

const locationAt = (call: Call, origin: string): URL =>
  new URL(`${origin}${pathBehindProxy(call) || '/'}${call.url.search}`);

/** Returns the path of the proxy. */
const prefixOf = (call: Call): string =>
  call.url.pathname.slice(0, call.url.pathname.length - pathBehindProxy(call).length);

/** Rewrites a redirect to a path of the same server so that it goes through the proxy again. */
function withLocationBehindProxy(call: Call, answer: ApiResponse, target: URL): ApiResponse {
  const location = answer.headers.get('location');
  if (!location) return answer;
  const next = new URL(location, target);
  if (next.origin !== target.origin) return answer;
  answer.headers.set('location', `${prefixOf(call)}${next.pathname}${next.search}${next.hash}`);
  return answer;
}
