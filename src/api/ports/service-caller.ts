/** Where a webhook or an aggregated API lives, as `clientConfig.service` names it. */
export interface ServiceTarget {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/** What is asked of a Service, in plain values: a Request and a Response would cost more than most answers take to find. */
export interface ServiceCall {
  readonly method: string;
  readonly path: string;
  /** Without its question mark. */
  readonly query: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How long the answer may take. */
  readonly milliseconds: number;
}

export interface ServiceAnswer {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What the code behind the answer wrote to its console, line by line. */
  readonly console: readonly string[];
}

/**
 * Reaches what answers for a Service: code that is kept in the cluster and runs in a sandbox.
 * @throws Error when nothing answers, with the reason as a webhook's failure shows it.
 */
export type ServiceCaller = (target: ServiceTarget, call: ServiceCall) => Promise<ServiceAnswer>;
