import { ClusterClock } from '../api/cluster-clock.ts';
import type { Fetch } from '../api/environment.ts';
import { createServer, type Server } from '../server/create-server.ts';
import type { ServerFlags } from '../server/flags/server-flags.ts';
import { SimulatedKubelets } from '../simulation/kubelet/simulated-kubelets.ts';
import type { UpgradeTarget } from '../simulation/kubelet/upgrade-target.ts';
import type { Storage } from '../storage/storage.ts';
import type { ClusterEnvironment } from './cluster-environment.ts';
import { ControllersOnDemand } from './controllers-on-demand.ts';

export interface RunningOptions {
  readonly flags: Partial<ServerFlags> & Pick<ServerFlags, 'dialect'>;
  /** As the flag `--controllers`; true for all. */
  readonly controllers: boolean | string;
  readonly controllerFlags: Readonly<Record<string, string>>;
}

/** A server with its clock and its controllers, over the data of a cluster. A reset replaces it. */
export interface RunningCluster {
  readonly server: Server;
  readonly clock: ClusterClock;
  readonly controllers: ControllersOnDemand;
  /**
   * Returns the target of an upgraded connection, or the response that rejects it; undefined when the host has to open
   * it.
   * @throws TypeError when nothing answers
   */
  upgrade(request: Request): Promise<UpgradeTarget | Response | undefined>;
  /** Ends the controllers, then open watches and the server. The data stays open. */
  stop(): Promise<void>;
}

/** Milliseconds for which a request to a kubelet waits for the simulation, which starts after the server. */
const SIMULATION_PATIENCE = 5000;

/** The kubelet's paths for requests to pods. */
const OF_POD = /^\/(containerLogs|exec|attach|portForward)\//;

/** Rejects requests to nodes, pods and services that are not simulated: nothing outside the process can be reached. */
const noNetwork: Fetch = async ({ url }) => {
  throw new TypeError(`dial tcp ${new URL(url).host}: connect: no route to host`);
};

/** The parts of its environment that a cluster uses once its data is open. */
type RunningEnvironment = Omit<ClusterEnvironment, 'openStorage' | 'simulateNodes'>;

/**
 * Puts a cluster together, for every host: a server, controllers, the simulation and a clock over a storage.
 * @param origin the running cluster whose data the storage copies
 * @throws FlagError for an unknown controller or flag
 */
export async function startCluster(
  storage: Storage,
  { flags, controllers: chosen, controllerFlags }: RunningOptions,
  environment: RunningEnvironment,
  origin?: RunningCluster,
): Promise<RunningCluster> {
  const { startControllers, ...given } = environment;
  const { random } = given;
  const clock = new ClusterClock(given.clock);
  if (origin) clock.restore({ ...origin.clock.setting, time: origin.clock.now(), since: given.clock.now() });
  const kubelets = new SimulatedKubelets();
  /** The controllers of a fork, which include the simulation, may not have started yet. */
  const answered = (outgoing: Fetch): Fetch => {
    const send = kubelets.inFrontOf(outgoing);
    return origin ? (...request) => controllers.start().then(() => send(...request)) : send;
  };
  /** Reports whether the simulation has started after a request to a kubelet that came too early. */
  const hasBegun = async ({ url }: Request): Promise<boolean> => {
    if (chosen === false || !OF_POD.test(new URL(url).pathname)) return false;
    const patience = new AbortController();
    const cancel = given.clock.after(SIMULATION_PATIENCE, () => patience.abort());
    return kubelets.whenAttached(patience.signal).finally(cancel);
  };
  const afterSimulation: Fetch = async (request) =>
    (await hasBegun(request)) ? kubelets.inFrontOf(noNetwork)(request) : noNetwork(request);
  const { fetchInCluster = afterSimulation } = given;
  const network = { fetch: answered(given.fetch), fetchInCluster: answered(fetchInCluster) };
  const parts = { storage, clock, random, ...network };
  const server = await (origin ? origin.server.fork(parts) : createServer({ ...given, ...parts, flags }));
  const controllers: ControllersOnDemand = new ControllersOnDemand({
    start: async () =>
      startControllers({
        ...{ server, clock, kubelets, random, dialect: flags.dialect, chosen, flags: controllerFlags },
        stopped: await server.stoppedControllers(),
      }),
    ...{ storage, clock: given.clock },
    isPaused: () => clock.setting.rate === 0,
  });
  const upgrade: RunningCluster['upgrade'] = async (request) => {
    await controllers.start();
    const target = kubelets.upgrade(request);
    if (target || given.fetchInCluster) return target;
    return ((await hasBegun(request)) ? kubelets.upgrade(request) : undefined) ?? noNetwork(request);
  };
  const stop = async (): Promise<void> => {
    await controllers.close();
    kubelets.close();
    await server.close();
  };
  try {
    await (origin ? controllers.startLater() : controllers.start());
  } catch (error) {
    await stop();
    throw error;
  }
  return { server, clock, controllers, upgrade, stop };
}
