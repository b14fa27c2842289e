import { ClusterClock } from '../api/cluster-clock.ts';
import type { Fetch } from '../api/environment.ts';
import { createServer, type Server } from '../server/create-server.ts';
import type { ServerFlags } from '../server/flags/server-flags.ts';
import { SimulatedKubelets } from '../simulation/kubelet/simulated-kubelets.ts';
import type { Storage } from '../storage/storage.ts';
import type { ClusterEnvironment } from './cluster-environment.ts';
import { ControllersOnDemand } from './controllers-on-demand.ts';
import { RevocableStorage } from './data/revocable-storage.ts';

export interface RunningOptions {
  readonly flags: ServerFlags;
  /** As the flag `--controllers`; true for all. */
  readonly controllers: boolean | string;
  readonly controllerFlags: Readonly<Record<string, string>>;
}

/** A server with its clock and its controllers, over the data of a cluster. A reset replaces it. */
export interface RunningCluster {
  readonly server: Server;
  readonly clock: ClusterClock;
  readonly controllers: ControllersOnDemand;
  /** Ends open watches with 410, then the controllers and the server. The data stays open. */
  stop(): Promise<void>;
}

/** @param origin the running cluster of whose data the storage holds a copy */
export async function startCluster(
  storage: Storage,
  { flags, controllers: chosen, controllerFlags }: RunningOptions,
  environment: ClusterEnvironment,
  origin?: RunningCluster,
): Promise<RunningCluster> {
  const { startControllers, ...given } = environment;
  const { random } = given;
  const view = new RevocableStorage(storage);
  const clock = new ClusterClock(given.clock);
  if (origin) clock.restore({ ...origin.clock.setting, time: origin.clock.now(), since: given.clock.now() });
  const kubelets = new SimulatedKubelets();
  const outgoing = kubelets.inFrontOf(given.fetch);
  const send: Fetch = async (...request) => {
    await controllers.start();
    return outgoing(...request);
  };
  const parts = { storage: view, clock, random, fetch: origin ? send : outgoing };
  const server = await (origin ? origin.server.fork(parts) : createServer({ ...given, ...parts, flags }));
  const controllers: ControllersOnDemand = new ControllersOnDemand({
    start: async () =>
      startControllers({
        ...{ server, clock, kubelets, random, dialect: flags.dialect, chosen, flags: controllerFlags },
        stopped: await server.stoppedControllers(),
      }),
    ...{ storage: view, clock: given.clock },
    isPaused: () => clock.setting.rate === 0,
  });
  if (!origin) await controllers.start();
  return {
    server,
    clock,
    controllers,
    async stop() {
      server.expireStreams();
      await controllers.close();
      kubelets.close();
      await server.close();
      view.revoke();
    },
  };
}
