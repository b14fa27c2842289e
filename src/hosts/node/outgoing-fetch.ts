import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { Fetch, OutgoingTrust, RepeatedHeaders } from '../../api/environment.ts';
import { forwardableBody } from '../../api/messages/read-message.ts';
import { bodyOfFetch } from '../../api/messages/streams.ts';
import { StatusError } from '../../api/status.ts';
import { checkedConnection } from './checked-connection.ts';

const MAXIMUM_REDIRECTS = 10;
const WITHOUT_BODY = [204, 205, 304];

/** One message of a request, which may be redirected. */
interface Message {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  /** A stream is sent once: a request with one is neither redirected nor retried. */
  readonly body: Uint8Array | ReadableStream<Uint8Array>;
}

/** Maximum size in bytes of a body that is held in memory until it is sent. */
const LONGEST_HELD = 4 * 1024 * 1024;

/**
 * Sends a request with Node's HTTP modules, which unlike its global `fetch` accept authorities to trust and a client
 * certificate to present. Follows redirects.
 * @throws TypeError when there is no response, with the real server's message
 */
export const outgoingFetch: Fetch = async (request, trust, repeated) => {
  const { signal } = request;
  let message: Message = {
    url: new URL(request.url),
    method: request.method,
    headers: new Headers(request.headers),
    body: await forwardableBody(bodyOfFetch(request), LONGEST_HELD),
  };
  for (let redirects = 0; ; redirects++) {
    const incoming = await send(message, trust, signal, repeated).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof StatusError) throw error;
      throw new TypeError(reasonOf(error, message.url), { cause: error });
    });
    const next = redirected(message, incoming);
    if (!next || request.redirect === 'manual' || message.body instanceof ReadableStream) return toResponse(incoming);
    incoming.resume();
    if (redirects === MAXIMUM_REDIRECTS) throw new TypeError(`stopped after ${MAXIMUM_REDIRECTS} redirects`);
    message = next;
  }
};

function send(
  message: Message,
  trust: OutgoingTrust | undefined,
  signal: AbortSignal,
  repeated?: RepeatedHeaders,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { url, method, headers, body } = message;
    const options: RequestOptions = {
      ...{ method, headers: headerLines(headers, repeated), signal },
      ...tlsOptions(trust),
      ...checkedConnection(url, trust),
      ...(body instanceof ReadableStream ? { agent: false } : {}),
    };
    const outgoing = url.protocol === 'https:' ? httpsRequest(url, options) : httpRequest(url, options);
    outgoing.on('response', resolve);
    outgoing.on('error', (error) => {
      // The peer closed an idle connection just as it was reused.
      if (isStale(outgoing, error) && !signal.aborted) resolve(send(message, trust, signal, repeated));
      else reject(error);
    });
    if (body instanceof ReadableStream)
      pipeline(Readable.fromWeb(body as NodeStream<Uint8Array>), outgoing, (error) => error && outgoing.destroy(error));
    else outgoing.end(body);
  });
}

/** Returns headers in Node's form: one line for each value of a repeated header. */
export const headerLines = (headers: Headers, repeated: RepeatedHeaders = {}): Record<string, string | string[]> => ({
  ...Object.fromEntries(headers),
  ...Object.fromEntries(Object.entries(repeated).map(([name, lines]) => [name, [...lines]])),
});

const isStale = ({ reusedSocket }: ClientRequest, error: NodeJS.ErrnoException): boolean =>
  reusedSocket && error.code === 'ECONNRESET';

export const tlsOptions = (trust: OutgoingTrust = {}): RequestOptions => ({
  ...(trust.certificateAuthorities ? { ca: trust.certificateAuthorities } : {}),
  ...(trust.serverName ? { servername: trust.serverName } : {}),
  ...(trust.insecureSkipVerify ? { rejectUnauthorized: false } : {}),
  ...(trust.clientCertificate ? { cert: trust.clientCertificate } : {}),
  ...(trust.clientKey ? { key: trust.clientKey } : {}),
});

/** Returns the next message; undefined when the response is not a redirect. Only 307 and 308 keep method and body. */
function redirected(
  { url, method, headers: sent, body }: Message,
  { statusCode, headers }: IncomingMessage,
): Message | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode ?? 0) || !headers.location) return undefined;
  const target = new URL(headers.location, url);
  const kept = new Headers(sent);
  if (target.origin !== url.origin) kept.delete('authorization');
  if (statusCode === 307 || statusCode === 308 || method === 'HEAD')
    return { url: target, method, headers: kept, body };
  for (const name of ['content-type', 'content-length']) kept.delete(name);
  return { url: target, method: 'GET', headers: kept, body: new Uint8Array() };
}

export function toResponse(incoming: IncomingMessage): Response {
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2)
    headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '');
  const { statusCode: status = 200, statusMessage: statusText = '' } = incoming;
  if (WITHOUT_BODY.includes(status)) {
    incoming.resume();
    return new Response(null, { status, statusText, headers });
  }
  const body = Readable.toWeb(incoming) as NodeStream<Uint8Array>;
  return new Response(body as BodyInit, { status, statusText, headers });
}

const REASONS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'x509: certificate signed by unknown authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'x509: certificate signed by unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'x509: certificate signed by unknown authority',
  UNABLE_TO_GET_ISSUER_CERT: 'x509: certificate signed by unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'x509: certificate signed by unknown authority',
  CERT_HAS_EXPIRED: 'x509: certificate has expired or is not yet valid',
  CERT_NOT_YET_VALID: 'x509: certificate has expired or is not yet valid',
};

/** Returns Go's message for a failed connection. */
export function reasonOf(error: unknown, { hostname, host, port, protocol }: URL): string {
  // A name with several addresses yields one error for each.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const { code = '', message, address } = first as NodeJS.ErrnoException & { address?: string };
  const number = port || (protocol === 'https:' ? '443' : '80');
  if (code === 'ECONNREFUSED') return `dial tcp ${address ?? hostname}:${number}: connect: connection refused`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `dial tcp: lookup ${hostname}: no such host`;
  if (code === 'ECONNRESET') return message === 'socket hang up' ? 'EOF' : `read tcp ${host}: connection reset by peer`;
  const reason = code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? wrongName(first as NameError) : REASONS[code];
  return reason ? `tls: failed to verify certificate: ${reason}` : message;
}

/** Node's error for a certificate that does not cover the requested name. */
interface NameError {
  readonly host: string;
  readonly cert: { readonly subjectaltname?: string };
}

function wrongName({ host, cert: { subjectaltname = '' } }: NameError): string {
  const namesAfter = (label: string): string[] =>
    subjectaltname.split(', ').flatMap((name) => (name.startsWith(label) ? name.slice(label.length) : []));
  const names = namesAfter(isIP(host) ? 'IP Address:' : 'DNS:').join(', ');
  if (names) return `x509: certificate is valid for ${names}, not ${host}`;
  return isIP(host)
    ? `x509: cannot validate certificate for ${host} because it doesn't contain any IP SANs`
    : `x509: certificate is not valid for any names, but wanted to match ${host}`;
}
