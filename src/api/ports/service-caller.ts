import type { OutgoingTrust } from '../environment.ts';

/** The address of a webhook or aggregated API, as in `clientConfig.service`. */
export interface ServiceTarget {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/** A request to a Service as plain values; creating Request and Response objects would take longer than most calls. */
export interface ServiceCall {
  readonly method: string;
  readonly path: string;
  /** Without its question mark. */
  readonly query: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Timeout, enforced by the callee. The startup time of its sandbox does not count. */
  readonly milliseconds: number;
  /** Requirements for the certificate of an endpoint. Code in the cluster has no certificate. */
  readonly trust?: OutgoingTrust;
}

export interface ServiceAnswer {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Console output of the code, one entry per line. */
  readonly console: readonly string[];
}

/**
 * Calls the backend of a Service: code in the cluster, which runs in a sandbox, or an endpoint.
 * @throws Error when no backend responds, with the reason as shown in webhook failures
 */
export type ServiceCaller = (target: ServiceTarget, call: ServiceCall) => Promise<ServiceAnswer>;
