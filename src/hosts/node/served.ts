import { isIP } from 'node:net';
import { networkInterfaces, hostname as osHostname } from 'node:os';
import type { ControllerParts } from '../../embedding/cluster-environment.ts';
import type { EmbeddedCluster } from '../../embedding/embedded-cluster.ts';
import { type RunningCluster, startCluster } from '../../embedding/running-cluster.ts';
import type { Server } from '../../server/create-server.ts';
import type { ServerFlags } from '../../server/flags/server-flags.ts';
import type { ServerOptions } from '../../server/server-options.ts';
import { createMemoryStorage } from '../../storage/memory-storage.ts';
import { controlPlane } from '../control-plane.ts';
import { chooseControllers } from '../controllers/choose-controllers.ts';
import { electLeader } from '../controllers/elect-leader.ts';
import { simulateNodes } from '../controllers/simulate-nodes.ts';
import { loadDescriptions } from '../load-descriptions.ts';
import { FIRST_REVISION, systemClock, systemRandom } from '../platform.ts';
import type { NodeHostOptions } from './node-host-options.ts';
import { nodeSandbox } from './node-sandbox.ts';
import { outgoingFetch } from './outgoing-fetch.ts';
import { DEFAULT_DIALECT } from './read-server-flags.ts';

/** The server or cluster behind a host. */
export interface Served extends Pick<RunningCluster, 'upgrade'> {
  readonly server: Server;
  readonly flags: Partial<ServerFlags>;
  /** See `AllowedClients`. */
  readonly hasSecretTokens: boolean;
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
    hasSecretTokens: false,
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
  const storage = options.storage ?? (await createMemoryStorage({ firstRevision: FIRST_REVISION }));
  closing.push(() => storage.close());
  const { controllers = false, controllerFlags = {}, simulatedNodes = 0 } = options;
  const { server, clock, upgrade, stop } = await startCluster(
    storage,
    { flags, controllers, controllerFlags },
    {
      ...nodeParts(options),
      ...{ clock: systemClock, random: systemRandom, fetch: outgoingFetch, fetchInCluster: outgoingFetch },
      startControllers: storage.catchUp ? electControllers : controlPlane.startControllers,
    },
  );
  closing.push(stop);
  await simulateNodes(server, flags.dialect, simulatedNodes);
  return {
    ...{ server, flags, upgrade, stop, hasSecretTokens: true },
    answer: (request, connection) => server.answer(request, connection),
    now: () => clock.now(),
    closeStorage: () => storage.close(),
  };
}

/**
 * Runs the controllers of one of the servers that share a storage. Simulated nodes answer there, and the others need not
 * wait for them.
 */
function electControllers(parts: ControllerParts): () => Promise<void> {
  parts.kubelets.close();
  const begin = () => controlPlane.startControllers(parts);
  if (chooseControllers(parts.chosen).length === 0) return begin();
  return electLeader(parts.server, { ...parts, begin, hostname: osHostname() });
}

const LINK_LOCAL = /^(169\.254\.|fe80:)/i;

/**
 * Returns the addresses at which other machines can reach this one: the listening address, or else those of its
 * interfaces.
 */
function hostAddresses(listening?: string): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((interfaces) => interfaces ?? []);
  const external = addresses.filter(({ internal, address }) => !internal && !LINK_LOCAL.test(address));
  const all = external.map(({ address }) => address);
  const isInternal = addresses.some(({ internal, address }) => internal && address === listening);
  const isOwn = listening !== undefined && isIP(listening) > 0 && !isInternal && !/^[0:.]*$/.test(listening);
  return isOwn ? [listening, ...all] : all;
}
