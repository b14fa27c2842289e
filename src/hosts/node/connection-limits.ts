import type { Server as HttpServer, ServerOptions } from 'node:http';
import { constants, type SecureServerOptions, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { TlsOptions } from 'node:tls';

/** The most headers of a request. */
export const MOST_HEADERS = 2000;

/** Limits of connections, in milliseconds and bytes. Those that Go's server or kube-apiserver has are the same. */
export const LIMITS = {
  /** Go's `ReadHeaderTimeout`, as kube-apiserver sets it: until all headers have arrived. */
  headersTimeout: 32_000,
  /** Go takes the same time for the handshake of TLS. */
  handshakeTimeout: 32_000,
  /** `--request-timeout`: until the whole request has arrived. Responses may take as long as they want. */
  requestTimeout: 60_000,
  /** How often the two are checked. */
  connectionsCheckingInterval: 5000,
  /** kube-apiserver's `IdleTimeout`: between two requests of a connection. */
  keepAliveTimeout: 90_000,
  /** Go's `DefaultMaxHeaderBytes` is 1 MiB. Node reads headers at once, so that fewer block others for less long. */
  maxHeaderSize: 256 * 1024,
  /** Finds peers that are gone without closing their connection, at Go's interval. */
  keepAlive: true,
  keepAliveInitialDelay: 15_000,
  /** Requests at once on a connection of HTTP/2, as kube-apiserver has them since its 1.28.3. */
  settings: { maxConcurrentStreams: 100 },
} satisfies ServerOptions & Pick<SecureServerOptions, 'settings'> & Pick<TlsOptions, 'handshakeTimeout'>;

export type ConnectionLimits = typeof LIMITS;

/**
 * Applies limits to a server that does not listen yet. As options, Node would ignore most of them for HTTPS, where it
 * also serves HTTP/2.
 */
export function limitConnections(server: HttpServer, limits: ConnectionLimits = LIMITS): void {
  const { headersTimeout, requestTimeout, connectionsCheckingInterval, keepAliveTimeout, maxHeaderSize } = limits;
  const timeouts = { headersTimeout, requestTimeout, connectionsCheckingInterval, keepAliveTimeout };
  Object.assign(server, timeouts, { maxHeaderSize, maxHeadersCount: MOST_HEADERS });
  server.on('session', (session: ServerHttp2Session) => limitSession(session, limits));
}

/** Ends an idle connection of HTTP/2, and requests on it that do not arrive, which Node leaves open. */
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
