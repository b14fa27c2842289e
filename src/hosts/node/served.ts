import { hostname as osHostname } from 'node:os';
import { ClusterClock } from '../../api/cluster-clock.ts';
import type { EmbeddedCluster } from '../../embedding/embedded-cluster.ts';
import type { RunningCluster } from '../../embedding/running-cluster.ts';
import { createServer, type Server } from '../../server/create-server.ts';
import type { ServerFlags } from '../../server/flags/server-flags.ts';
import type { ServerOptions } from '../../server/server-options.ts';
import { SimulatedKubelets } from '../../simulation/kubelet/simulated-kubelets.ts';
import { createMemoryStorage } from '../../storage/memory-storage.ts';
import { chooseControllers } from '../controllers/choose-controllers.ts';
import { electLeader } from '../controllers/elect-leader.ts';
import { readControllerFlags } from '../controllers/read-controller-flags.ts';
import { simulateNodes } from '../controllers/simulate-nodes.ts';
import { startControllers } from '../controllers/start-controllers.ts';
import { loadDescriptions } from '../load-descriptions.ts';
import { FIRST_REVISION, systemClock, systemRandom } from '../platform.ts';
import { hostAddresses } from './host-addresses.ts';
import type { NodeHostOptions } from './node-host-options.ts';
import { nodeSandbox } from './node-sandbox.ts';
import { outgoingFetch } from './outgoing-fetch.ts';
import { DEFAULT_DIALECT } from './read-server-flags.ts';

/** The server or cluster behind a host. */
export interface Served extends Pick<RunningCluster, 'upgrade'> {
  readonly server: Server;
  readonly flags: Partial<ServerFlags>;
  /** Answers a request from the network. A rejection breaks its connection. */
  readonly answer: Server['answer'];
  /** Returns the time of the cluster in milliseconds since 1970. */
  now(): number;
  /** Ends watches and the background work of the host's own server. */
  stop(): Promise<void>;
  closeStorage(): Promise<void>;
}

/** Returns the parts that this host gives to every server that it starts. */
export const nodeParts = ({
  auditSink,
  host,
  securePort,
}: Pick<NodeHostOptions, 'auditSink' | 'host' | 'securePort'>) =>
  ({
    compression: true,
    sandbox: nodeSandbox(),
    loadDescriptions,
    hostname: osHostname(),
    addresses: hostAddresses(host),
    ...(auditSink ? { auditSink } : {}),
    ...(securePort ? { securePort } : {}),
  }) satisfies Partial<ServerOptions>;

/** Returns a cluster in this process, which stays open when its host is closed. */
export async function serveCluster(cluster: EmbeddedCluster): Promise<Served> {
  const { server, clock } = await cluster.running();
  return {
    server,
    flags: cluster.flags,
    answer: (request, connection = {}) => cluster.answerStranger(request, connection),
    upgrade: async (request) => (await cluster.running()).upgrade(request),
    now: () => clock.now(),
    stop: async () => undefined,
    closeStorage: async () => undefined,
  };
}

/**
 * Starts a server with its controllers.
 * @param closing receives functions that stop the started parts, in order
 */
export async function serveOwn(options: NodeHostOptions, closing: (() => unknown)[]): Promise<Served> {
  const flags = { dialect: DEFAULT_DIALECT, ...options.flags };
  const { dialect } = flags;
  const chosen = chooseControllers(options.controllers ?? false);
  const controllerFlags = readControllerFlags(options.controllerFlags ?? {});
  const storage = options.storage ?? (await createMemoryStorage({ firstRevision: FIRST_REVISION }));
  closing.push(() => storage.close());
  const clock = new ClusterClock(systemClock);
  const kubelets = new SimulatedKubelets();
  const server = await createServer({
    ...nodeParts(options),
    ...{ storage, clock, flags },
    random: systemRandom,
    fetch: kubelets.inFrontOf(outgoingFetch),
  });
  closing.push(() => server.close());
  const stopped = await server.stoppedControllers();
  const begin = () => startControllers(server, dialect, chosen, { clock, kubelets, stopped, flags: controllerFlags });
  // Only one of the servers that share a storage runs controllers. Simulated nodes answer there, and the others need
  // not wait for them.
  if (storage.catchUp) kubelets.close();
  const stopControllers =
    storage.catchUp && chosen.length > 0
      ? electLeader(server, { ...{ dialect, clock, begin }, hostname: osHostname(), random: systemRandom })
      : begin();
  closing.push(stopControllers);
  await simulateNodes(server, dialect, options.simulatedNodes ?? 0);
  return {
    ...{ server, flags },
    answer: (request, connection) => server.answer(request, connection),
    upgrade: async (request) => kubelets.upgrade(request),
    now: () => clock.now(),
    async stop() {
      await stopControllers();
      await server.close();
    },
    closeStorage: () => storage.close(),
  };
}
