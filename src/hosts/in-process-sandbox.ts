import type { Sandbox } from '../local-services/sandbox.ts';

/**
 * The sandbox of clusters in a process, which is loaded for the first call. Calls share the thread of their cluster; one
 * that takes too long is interrupted.
 */
export const inProcessSandbox: Sandbox = {
  run: async (call) => (await import('./in-process-engine.ts')).engine.run(call),
};
