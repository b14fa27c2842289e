import type { Server as HttpServer, ServerOptions } from 'node:http';
import { constants, type SecureServerOptions, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { TlsOptions } from 'node:tls';

/** Maximum number of headers in a request. */
export const MOST_HEADERS = 2000;

/** Limits of connections, in milliseconds and bytes. They match Go's server or kube-apiserver where these have one. */
export const LIMITS = {
  /** Go's `ReadHeaderTimeout` as kube-apiserver sets it: time until all headers have arrived. */
  headersTimeout: 32_000,
  /** Go's timeout for the TLS handshake is the same. */
  handshakeTimeout: 32_000,
  /** `--request-timeout`: time until the whole request has arrived. Responses have no limit. */
  requestTimeout: 60_000,
  /** Interval at which the two are checked. */
  connectionsCheckingInterval: 5000,
  /** kube-apiserver's `IdleTimeout`: time between two requests of a connection. */
  keepAliveTimeout: 90_000,
  /**
   * Go's `DefaultMaxHeaderBytes` is 1 MiB. Node parses headers in one step, so a lower limit blocks other requests for
   * less time.
   */
  maxHeaderSize: 256 * 1024,
  /** Detects peers that are gone without closing their connection, at Go's interval. */
  keepAlive: true,
  keepAliveInitialDelay: 15_000,
  /** Concurrent requests on an HTTP/2 connection, as in kube-apiserver since 1.28.3. */
  settings: { maxConcurrentStreams: 100 },
} satisfies ServerOptions & Pick<SecureServerOptions, 'settings'> & Pick<TlsOptions, 'handshakeTimeout'>;

export type ConnectionLimits = typeof LIMITS;

/**
 * Applies limits to a server before it listens. Node ignores most of them as options of an HTTPS server that also
 * serves HTTP/2.
 */
export function limitConnections(server: HttpServer, limits: ConnectionLimits = LIMITS): void {
  const { headersTimeout, requestTimeout, connectionsCheckingInterval, keepAliveTimeout, maxHeaderSize } = limits;
  const timeouts = { headersTimeout, requestTimeout, connectionsCheckingInterval, keepAliveTimeout };
  Object.assign(server, timeouts, { maxHeaderSize, maxHeadersCount: MOST_HEADERS });
  server.on('session', (session: ServerHttp2Session) => limitSession(session, limits));
}

/** Ends idle HTTP/2 connections and requests on them that do not arrive in time, which Node leaves open. */
function limitSession(session: ServerHttp2Session, { keepAliveTimeout, requestTimeout }: ConnectionLimits): void {
  const streams = new Set<ServerHttp2Stream>();
  session.setTimeout(keepAliveTimeout, () => {
    if (streams.size === 0) session.close();
  });
  session.on('stream', (stream: ServerHttp2Stream) => {
    streams.add(stream);
    const timer = setTimeout(() => {
      if (isArriving(stream)) stream.close(constants.NGHTTP2_CANCEL);
    }, requestTimeout).unref();
    stream.on('close', () => {
      clearTimeout(timer);
      streams.delete(stream);
    });
  });
}

const isArriving = ({ closed, state }: ServerHttp2Stream): boolean =>
  !closed && state.state !== constants.NGHTTP2_STREAM_STATE_HALF_CLOSED_REMOTE;
