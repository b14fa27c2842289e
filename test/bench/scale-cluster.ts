/** What `scale.mjs` measures, as one bundle: a module for each file hides half of the speed. */
export { inProcessClient } from '../../src/hosts/in-process-client.ts';
export { systemClock, systemRandom } from '../../src/hosts/platform.ts';
export { simulateNodes } from '../../src/hosts/simulate-nodes.ts';
export { startControllers } from '../../src/hosts/start-controllers.ts';
export { createServer } from '../../src/server/create-server.ts';
export { createMemoryStorage } from '../../src/storage/memory-storage.ts';
