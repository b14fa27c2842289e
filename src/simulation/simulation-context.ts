import type { Dialect } from '../api/dialect.ts';
import type { Clock, Fetch, Random, ReportProblem } from '../api/environment.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { SharedInformers } from '../client/shared-informers.ts';
import type { SimulatedKubelets } from './kubelet/simulated-kubelets.ts';

/** The dependencies of the simulation. */
export interface SimulationContext {
  /** Acts for the nodes. */
  readonly client: ApiClient;
  /** Sends any request to the API, as `client` does. */
  readonly fetch: Fetch;
  readonly informers: SharedInformers;
  readonly clock: Clock;
  readonly random: Random;
  readonly reportProblem: ReportProblem;
  readonly dialect: Dialect;
  /** Milliseconds without a heartbeat after which the cluster considers a node lost. */
  readonly flags: { readonly 'node-monitor-grace-period': number };
  /** Routes requests to simulated nodes and pods. */
  readonly kubelets: SimulatedKubelets;
  /** Aborted when the simulation must stop. */
  readonly signal: AbortSignal;
}
