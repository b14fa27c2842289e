import type { Sandbox } from '../local-services/sandbox.ts';

/**
 * The sandbox of clusters in a process, which is loaded for the first call. Calls run in the thread of their cluster
 * and are interrupted when they take too long.
 */
export const inProcessSandbox: Sandbox = {
  run: async (call) => (await import('./in-process-engine.ts')).engine.run(call),
};
