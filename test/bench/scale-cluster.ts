/** The code that `scale.mjs` measures, as one bundle, because separate modules would halve the speed. */

export { changeOf } from '../../src/api/debug/causes.ts';
export { causedBy } from '../../src/client/loop-client.ts';
export { inProcessClient } from '../../src/embedding/users/in-process-client.ts';
export { simulateNodes } from '../../src/hosts/controllers/simulate-nodes.ts';
export { startControllers } from '../../src/hosts/controllers/start-controllers.ts';
export { tuneGarbageCollection } from '../../src/hosts/node/tune-garbage-collection.ts';
export { systemClock, systemRandom } from '../../src/hosts/platform.ts';
export { createServer } from '../../src/server/create-server.ts';
export { createMemoryStorage } from '../../src/storage/memory-storage.ts';
