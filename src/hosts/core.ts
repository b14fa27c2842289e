/** The package entry `tabplane`: clusters in this process, the server, its storages, and what hosts pass to it. */
import { createServer as createBareServer, type Server } from '../server/create-server.ts';
import type { ServerOptions } from '../server/server-options.ts';
import { loadDescriptions } from './load-descriptions.ts';

export { clusterDialect, type Dialect, type DialectName, kubernetesDialect } from '../api/dialect.ts';
export type { Clock, Fetch, Random } from '../api/environment.ts';
export type { ApiRequest, ApiResponse } from '../api/messages/api-messages.ts';
export type {
  Cluster,
  ClusterFaults,
  ClusterOptions,
  ClusterUser,
  EmbeddedClock,
  Fault,
  ForkableCluster,
  KubernetesObject,
  Persona,
  Seed,
  SeedOutcome,
  Snapshot,
} from '../embedding/cluster.ts';
export type { Sandbox } from '../local-services/sandbox.ts';
export type { Server } from '../server/create-server.ts';
export { FlagError, parseServerFlags, type ServerFlags } from '../server/flags/server-flags.ts';
export type { ServerOptions } from '../server/server-options.ts';
export { openDexieStorage } from '../storage/dexie-storage.ts';
export { createMemoryStorage } from '../storage/memory-storage.ts';
export type { Storage } from '../storage/storage.ts';
export { createCluster } from './create-cluster.ts';
export { FIRST_REVISION, systemClock, systemRandom } from './platform.ts';

/** Creates an API server. Its OpenAPI documents have the texts that the package contains. */
export const createServer = (options: ServerOptions): Promise<Server> =>
  createBareServer({ loadDescriptions, ...options });
