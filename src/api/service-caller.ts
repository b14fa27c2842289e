/** Where a webhook or an aggregated API lives, as `clientConfig.service` names it. */
export interface ServiceTarget {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/**
 * Reaches what answers for a Service: code that is kept in the cluster and runs in a sandbox. The request's URL carries
 * path and query; its `signal` ends the call.
 * @throws Error when nothing answers, with the reason as a webhook's failure shows it.
 */
export type ServiceCaller = (target: ServiceTarget, request: Request) => Promise<Response>;
