/** The package entry `tabplane`: the server, its storage, and the dependencies that hosts pass in. */
export { clusterDialect, type Dialect, type DialectName, kubernetesDialect } from '../api/dialect.ts';
export type { Clock, Fetch, Random } from '../api/environment.ts';
export type { Sandbox } from '../local-services/sandbox.ts';
export { createServer, type Server } from '../server/create-server.ts';
export { FlagError, parseServerFlags, type ServerFlags } from '../server/flags/server-flags.ts';
export type { ServerOptions } from '../server/server-options.ts';
export { openDexieStorage } from '../storage/dexie-storage.ts';
export { createMemoryStorage } from '../storage/memory-storage.ts';
export type { Storage } from '../storage/storage.ts';
export { FIRST_REVISION, systemClock, systemRandom } from './platform.ts';
