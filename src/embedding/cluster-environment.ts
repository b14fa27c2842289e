import type { Clock, Random, ReportProblem } from '../api/environment.ts';
import type { Server } from '../server/create-server.ts';
import type { ServerFlags } from '../server/flags/server-flags.ts';
import type { ServerOptions } from '../server/server-options.ts';
import type { SimulatedKubelets } from '../simulation/kubelet/simulated-kubelets.ts';
import type { Storage } from '../storage/storage.ts';
import type { Fault } from './cluster.ts';

/** The parts that the host of a cluster provides. */
export interface ClusterEnvironment
  extends Pick<
    ServerOptions,
    | ('sandbox' | 'loadDescriptions' | 'leaseRenewSeconds' | 'auditSink')
    | ('compression' | 'hostname' | 'addresses' | 'securePort' | 'traceLog' | 'writeLog')
  > {
  /** The platform's clock, on which the cluster's time is based. */
  readonly clock: Clock;
  readonly random: Random;
  readonly fetch: ServerOptions['fetch'];
  /** Sends requests to nodes, pods and services that are not simulated. When undefined, none of them can be reached. */
  readonly fetchInCluster?: ServerOptions['fetch'];
  readonly reportProblem?: ReportProblem;
  /** Opens the cluster's data. Called once; the cluster closes it. */
  openStorage(): Promise<Storage>;
  /** Deletes the cluster's data after they are closed. When undefined, they end with the process. */
  deleteStorage?(): Promise<void>;
  /** Called when a fault with `times` has happened, with the remaining number of times. The request waits for it. */
  readonly faultHappened?: (fault: Fault, left: number) => Promise<void>;
  /** Called when a user has moved the cluster's time forward by milliseconds. */
  readonly timePassed?: (milliseconds: number) => void;
  /** Returns the parts that a fork does not share, such as a clock and different random values. */
  fork?(): Partial<ClusterEnvironment>;
  /**
   * Starts the controllers that the list selects. Returns a function that stops them and resolves when their pending
   * work has ended.
   * @throws FlagError for an unknown controller or flag
   */
  startControllers(parts: ControllerParts): () => Promise<void>;
  /** Creates simulated nodes. Existing nodes stay. */
  simulateNodes(server: Server, dialect: ServerFlags['dialect'], count: number): Promise<void>;
}

/** The dependencies of controllers. */
export interface ControllerParts {
  readonly server: Server;
  readonly dialect: ServerFlags['dialect'];
  /** As the flag `--controllers`; true for all. */
  readonly chosen: boolean | string;
  /** Flags of controllers, by their names. */
  readonly flags: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly random: Random;
  readonly kubelets: SimulatedKubelets;
  /** Names of controllers that a user has stopped. */
  readonly stopped: readonly string[];
}
