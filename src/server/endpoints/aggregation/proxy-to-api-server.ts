import { MAXIMUM_BODY_BYTES } from '../../../api/encoding/read-stream.ts';
import { errorText } from '../../../api/error-text.ts';
import type { ApiRequest, ApiResponse } from '../../../api/messages/api-messages.ts';
import { apiResponse } from '../../../api/messages/api-response.ts';
import { cancelBody } from '../../../api/messages/body-text.ts';
import { forwardableBody } from '../../../api/messages/read-message.ts';
import { StatusError } from '../../../api/status.ts';
import type { RemoteApi } from '../../aggregation/registered-api.ts';
import type { ResolvedService } from '../../aggregation/resolve-service.ts';
import type { Call } from '../../context/call.ts';
import { responseOfFetch } from '../../http/fetch/fetch-messages.ts';
import { foreignResponse } from '../../http/foreign-response.ts';
import { readBody } from '../../http/read-body.ts';
import { textResponse } from '../../http/responses.ts';
import { AUDIT_ID } from '../../observe/audit-id.ts';
import { forwardedHeaders, tunnelHeaders } from '../connect/forwarded-headers.ts';
import { isUpgrade } from '../connect/open-tunnel.ts';
import { goPath, goQuery } from './forwarded-url.ts';

/** Timeout for a discovery document, in milliseconds, so that one slow server does not stall every client. */
const DISCOVERY_TIMEOUT = 5000;

/** Passes an authorized request on to the extension API server of its group version, and returns the response. */
export async function proxyToApiServer(call: Call, remote: RemoteApi): Promise<ApiResponse> {
  if (!remote.isAvailable) return unavailable('service unavailable');
  const { remoteApis } = call.server;
  let resolved: ResolvedService;
  try {
    resolved = await remoteApis.resolve(remote.service);
  } catch {
    return unavailable('service unavailable'); // The reason is in the APIService's condition.
  }
  if (isUpgrade(call) && !resolved.isLocal) return upgrade(call, remote, resolved);
  const deadline = discoveryDeadline(call);
  try {
    const { request } = call;
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    const response = await remoteApis.send(remote, resolved, {
      method: request.method,
      ...forwardedAddress(call),
      headers: proxiedHeaders(call, resolved),
      body: hasBody ? await bodyFor(resolved, request) : null,
      user: call.user,
      signal: deadline?.signal ?? request.signal,
      printed: (lines) => call.trace?.printed(lines),
    });
    return passedOn(responseOfFetch(response));
  } catch (error) {
    if (error instanceof StatusError) throw error;
    const reason = deadline?.signal.aborted ? 'context deadline exceeded' : errorText(error);
    return unavailable(`error trying to reach service: ${reason}`);
  } finally {
    deadline?.cancel();
  }
}

/**
 * Code in the cluster needs the whole body; for an extension API server, the body is forwarded as sent.
 * @throws StatusError 413
 */
const bodyFor = ({ isLocal }: ResolvedService, request: ApiRequest) =>
  isLocal ? readBody(request) : forwardableBody(request.body, MAXIMUM_BODY_BYTES);

const unavailable = (text: string): ApiResponse => textResponse(503, `${text}\n`);

const forwardedAddress = ({ url }: Call) => ({ path: goPath(url.pathname), query: goQuery(url.searchParams) });

/** Returns the deadline of a request for the resources of a group version; undefined for other requests. */
function discoveryDeadline({ url, server }: Call): { signal: AbortSignal; cancel(): void } | undefined {
  if (!/^\/apis\/[^/]+\/[^/]+\/?$/.test(url.pathname)) return undefined;
  const controller = new AbortController();
  const cancel = server.clock.after(DISCOVERY_TIMEOUT, () => controller.abort());
  return { signal: controller.signal, cancel };
}

function proxiedHeaders(
  { request, url, auditId, connection }: Call,
  { host }: ResolvedService,
  headers = forwardedHeaders(request.headers),
): Headers {
  headers.set(AUDIT_ID, auditId.text);
  headers.set('x-forwarded-host', host);
  headers.set('x-forwarded-proto', 'https');
  headers.set('x-forwarded-uri', url.pathname);
  if (connection.remoteAddress) {
    const earlier = request.headers.get('x-forwarded-for');
    headers.set('x-forwarded-for', earlier ? `${earlier}, ${connection.remoteAddress}` : connection.remoteAddress);
  }
  return headers;
}

/** Returns the response for the client. Rejects redirects, because they would lead clients past this server. */
function passedOn(response: ApiResponse): ApiResponse {
  const { status } = response;
  if (status >= 300 && status <= 399 && response.headers.has('location')) {
    const text = 'the backend attempted to redirect this request, which is not permitted';
    cancelBody(response.body);
    return apiResponse(502, text, { 'content-type': 'text/plain; charset=utf-8' });
  }
  return foreignResponse(response);
}

/** Joins the client's connection to one with the extension API server. */
async function upgrade(call: Call, remote: RemoteApi, resolved: ResolvedService): Promise<ApiResponse> {
  const { request, connection, user, server } = call;
  const headers = proxiedHeaders(call, resolved, tunnelHeaders(request.headers));
  const { location, trust, ...named } = server.remoteApis.connection(resolved.address, remote.trust, { headers, user });
  const { path, query } = forwardedAddress(call);
  location.pathname = path;
  location.search = query;
  const forwarded = new Request(location, { method: request.method, headers: named.headers });
  try {
    const response = await connection.tunnel?.(forwarded, trust, named.repeated);
    return response ? responseOfFetch(response) : unavailable('service unavailable');
  } catch (error) {
    return unavailable(`error dialing backend: ${errorText(error)}`);
  }
}
