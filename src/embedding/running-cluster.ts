import { ClusterClock } from '../api/cluster-clock.ts';
import { createServer, type Server } from '../server/create-server.ts';
import type { ServerFlags } from '../server/flags/server-flags.ts';
import { SimulatedKubelets } from '../simulation/kubelet/simulated-kubelets.ts';
import type { Storage } from '../storage/storage.ts';
import type { ClusterEnvironment } from './cluster-environment.ts';
import { RevocableStorage } from './data/revocable-storage.ts';

export interface RunningOptions {
  readonly flags: ServerFlags;
  /** As the flag `--controllers`; true for all. */
  readonly controllers: boolean | string;
}

/** A server with its clock and its controllers, over the data of a cluster. A reset replaces it. */
export interface RunningCluster {
  readonly server: Server;
  readonly clock: ClusterClock;
  /** Ends open watches with 410, then the controllers and the server. The data stays open. */
  stop(): Promise<void>;
}

export async function startCluster(
  storage: Storage,
  { flags, controllers }: RunningOptions,
  { openStorage: _, startControllers, simulateNodes: __, ...given }: ClusterEnvironment,
): Promise<RunningCluster> {
  const view = new RevocableStorage(storage);
  const clock = new ClusterClock(given.clock);
  const kubelets = new SimulatedKubelets();
  const server = await createServer({
    ...given,
    storage: view,
    clock,
    fetch: kubelets.inFrontOf(given.fetch),
    flags,
  });
  const stopControllers = startControllers({
    ...{ server, clock, kubelets, random: given.random, dialect: flags.dialect, chosen: controllers },
    stopped: await server.stoppedControllers(),
  });
  return {
    server,
    clock,
    async stop() {
      server.expireStreams();
      await stopControllers();
      await server.close();
      view.revoke();
    },
  };
}
