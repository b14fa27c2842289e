import type { ServerOptions } from 'node:http';

/** The most headers of a request. */
export const MOST_HEADERS = 2000;

/** Limits of connections, in milliseconds and bytes. Those that Go's server or kube-apiserver has are the same. */
export const LIMITS = {
  /** Go's `ReadHeaderTimeout`, as kube-apiserver sets it: until all headers have arrived. */
  headersTimeout: 32_000,
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
} satisfies ServerOptions;
